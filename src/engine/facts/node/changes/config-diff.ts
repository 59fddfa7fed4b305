import { compareText } from "../../../../input/compare-text.ts";
import { diffAnnotations } from "./annotation-diff.ts";
import { diffAuth } from "./auth-diff.ts";
import { diffDocuments } from "./document-diff.ts";
import { type ConfigDiff, type ConfigPair, changeText, type LeftOut } from "./placed-change.ts";

/** Compares by meaning: in which of two spellings a login or an annotation is written makes no change. */
export function diffConfigs(pair: ConfigPair, leftOut: LeftOut): ConfigDiff {
  const parts = [
    diffDocuments(pair),
    diffAnnotations(pair, leftOut.annotations),
    diffAuth(pair, leftOut.hosts),
  ];
  return {
    certain: parts
      .flatMap(({ certain }) => certain)
      .sort((a, b) => compareText(changeText(a), changeText(b))),
    open: parts.flatMap(({ open }) => open),
  };
}
