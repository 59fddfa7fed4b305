import { OWN_API_VERSION } from "../../input/api-version.ts";
import { asJson } from "../../input/as-json.ts";
import { canonicalJson } from "../../snapshot/canonical-json.ts";
import type { Verification } from "./verification.ts";

/** Canonical JSON; of a counterexample its story and input, while its snapshot is what `--save` writes. */
export function writeVerification({ laws, ...rest }: Verification): string {
  const told = laws.map(({ counterexample, ...law }) => {
    if (counterexample === undefined) return law;
    const { scene, ...found } = counterexample;
    return {
      ...law,
      counterexample: { ...found, ...(scene === undefined ? {} : { story: scene.story }) },
    };
  });
  return canonicalJson(
    asJson({ apiVersion: OWN_API_VERSION, kind: "Verification", ...rest, laws: told }),
    2,
  );
}
