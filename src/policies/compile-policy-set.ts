import type { Policy, PolicySet } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import { digestOf } from "../snapshot/digest.ts";
import type { ParamSetting } from "./compile-params.ts";
import { compilePolicy } from "./compile-policy.ts";

/**
 * Compiles policies that are evaluated together. All mistakes of all documents come at once.
 *
 * @param settings - Values for params; one that no policy has is a mistake.
 */
export function compilePolicySet(
  documents: readonly SourceDocument[],
  settings: readonly ParamSetting[],
): Parsed<PolicySet> {
  const problems: Problem[] = [];
  const policies: Policy[] = [];
  const places = new Map<string, SourceDocument>();
  for (const document of documents) {
    const compiled = compilePolicy(document, settings);
    if (!compiled.ok) {
      problems.push(...compiled.problems);
      continue;
    }
    const { name } = compiled.value;
    if (places.has(name)) {
      problems.push({
        code: "POLICY_DUPLICATE_NAME",
        message: `two policies are named \`${name}\``,
        position: document.positionAt(["metadata", "name"]),
      });
    }
    places.set(name, document);
    policies.push(compiled.value);
  }
  // With a broken policy its params are not known, so a setting may well be one of them.
  if (problems.length === 0) problems.push(...unknownSettings(policies, settings));
  if (problems.length > 0) return { ok: false, problems: problems.sort(compareProblems) };
  policies.sort((a, b) => compareText(a.name, b.name));
  return { ok: true, value: { policies, digest: digestOf(policies.map(({ digest }) => digest)) } };
}

function unknownSettings(
  policies: readonly Policy[],
  settings: readonly ParamSetting[],
): readonly Problem[] {
  const names = policies.flatMap(({ name, paramNames }) =>
    paramNames.flatMap((param) => [param, `${name}.${param}`]),
  );
  return settings.flatMap(({ name }) => {
    if (names.includes(name)) return [];
    const guess = nearest(name, names);
    const help =
      guess === undefined
        ? `params are: ${[...new Set(names)].join(", ")}`
        : `did you mean \`${guess}\`?`;
    return [
      {
        code: "POLICY_UNKNOWN_NAME",
        message: `no policy has a param \`${name}\``,
        position: undefined,
        help,
      },
    ];
  });
}
