import { type Fact, type FactDeclaration, known } from "../../fact.ts";
import { stringListFact } from "../../fact-type.ts";
import { everyReason } from "../../gaps.ts";
import { eachOnce, unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { nodeTalosVersion } from "../node-talos-version.ts";
import { effectOfChange, possibleVersions } from "./change-effects.ts";
import { configParts } from "./config-parts.ts";
import { nodeChangesOf } from "./node-changes.ts";
import { changeText } from "./placed-change.ts";

export const changesUnclassified: FactDeclaration<NodeSubject, readonly string[]> = {
  name: "changes.unclassified",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [...configParts, ...nodeTalosVersion.reads],
  doc: "Those of `changes.paths` of which the effect table says nothing, or that nobody knows, on the node's Talos version.",
  derive: (subject, read) => {
    const changes = nodeChangesOf(subject);
    if (changes.state === "notCollected") return none;
    if (changes.state === "unknown") return unknownFor(changes.reasons);
    const { effects } = subject.source;
    const { certain, open } = changes.diff;
    const { versions, reasons } = possibleVersions(subject, read);
    const [first = [], ...others] = versions.map((version) =>
      [...certain, ...open.map(({ change }) => change)].filter(
        (change) => effectOfChange(effects, change, version) === "unclassified",
      ),
    );
    const openReasons = open
      .filter(({ change }) => [first, ...others].some((each) => each.includes(change)))
      .map(({ reason }) => reason);
    const differ = others.some(
      (each) => each.map(changeText).join() !== first.map(changeText).join(),
    );
    if (!differ && openReasons.length === 0) return known(first.map(changeText));
    return unknownFor(eachOnce([...(differ ? reasons : []), ...openReasons]));
  },
};

const none: Fact<readonly string[]> = known([]);
