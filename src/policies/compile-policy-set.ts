import type { Policy, PolicySet } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import { isObject } from "../input/json-value.ts";
import { ownValue } from "../input/own-value.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import { digestOf } from "../snapshot/digest.ts";
import { compilePolicy } from "./compile-policy.ts";
import type { ParamSetting } from "./policy-settings.ts";
import { type BindingDraft, readBinding } from "./read-binding.ts";
import { type PolicyDraft, readPolicy } from "./read-policy.ts";
import { resolveBindings } from "./resolve-bindings.ts";

export interface CompileSetOptions {
  /** Some policies could not be read, so that a name that is not found may well be one of theirs. */
  readonly isPartial?: boolean;
  /**
   * Whether to refuse what is well-formed and pointless as well: names that nothing uses, rules that never decide
   * anything (default). Without it policies can be tried out that were broken on purpose.
   */
  readonly lints?: boolean;
}

/**
 * Compiles policies that are evaluated together, with the bindings beside them. All mistakes of all documents come at
 * once.
 *
 * @param settings - Values for params, which win over those of bindings; one that no policy has is a mistake.
 */
export function compilePolicySet(
  documents: readonly SourceDocument[],
  settings: readonly ParamSetting[],
  { isPartial = false, lints = true }: CompileSetOptions = {},
): Parsed<PolicySet> {
  const drafts = documents.filter((document) => !isBinding(document)).map(readPolicy);
  const bindings = documents.filter(isBinding).map(readBinding);
  const readable = drafts.flatMap((draft) => draft.readable ?? []);
  const isComplete = !isPartial && drafts.every(hasName);
  const bound = resolveBindings(
    bindings.flatMap((draft) => draft.readable ?? []),
    readable,
    isComplete,
  );
  const problems: Problem[] = [
    ...bindings.flatMap((draft) => draft.problems),
    ...bound.problems,
    ...repeatedNames(drafts, bindings),
  ];
  const policies: Policy[] = [];
  for (const draft of drafts) {
    const name = draft.readable?.policy.metadata.name ?? "";
    const set = bound.byPolicy.get(name) ?? { bound: new Map(), enforcement: new Map() };
    const compiled = compilePolicy(draft, { params: settings, ...set }, lints);
    if (compiled.ok) policies.push(compiled.value);
    else problems.push(...compiled.problems);
  }
  if (isComplete) problems.push(...unknownSettings(drafts, settings));
  if (problems.length > 0) return { ok: false, problems: problems.sort(compareProblems) };
  policies.sort((a, b) => compareText(a.name, b.name));
  return { ok: true, value: { policies, digest: digestOf(policies.map(({ digest }) => digest)) } };
}

/** Tells bindings from policies, also where the kind is misspelt. */
function isBinding({ value }: SourceDocument): boolean {
  const kind = isObject(value) ? ownValue(value, "kind") : undefined;
  if (typeof kind !== "string") return false;
  return kind === "PolicyBinding" || nearest(kind, ["Policy", "PolicyBinding"]) === "PolicyBinding";
}

function hasName({ readable }: PolicyDraft): boolean {
  return readable !== undefined && !readable.isFilled(["metadata", "name"]);
}

function repeatedNames(
  policies: readonly PolicyDraft[],
  bindings: readonly BindingDraft[],
): readonly Problem[] {
  const named = [
    ...policies.map(({ readable }) => ({ noun: "policies", value: readable?.policy, readable })),
    ...bindings.map(({ readable }) => ({ noun: "bindings", value: readable?.binding, readable })),
  ];
  const seen = new Set<string>();
  return named.flatMap(({ noun, value, readable }): readonly Problem[] => {
    if (value === undefined || readable === undefined) return [];
    if (readable.isFilled(["metadata", "name"])) return [];
    const { name } = value.metadata;
    const key = `${noun} ${name}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      {
        code: "POLICY_DUPLICATE_NAME",
        message: `two ${noun} are named \`${name}\``,
        position: readable.document.positionAt(["metadata", "name"]),
      },
    ];
  });
}

function unknownSettings(
  drafts: readonly PolicyDraft[],
  settings: readonly ParamSetting[],
): readonly Problem[] {
  const names = drafts.flatMap(({ readable }) => {
    if (readable === undefined) return [];
    const { metadata, spec } = readable.policy;
    const params = Object.keys(spec.params?.properties ?? {}).sort(compareText);
    return params.flatMap((param) => [param, `${metadata.name}.${param}`]);
  });
  return settings.flatMap(({ name }): readonly Problem[] => {
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
