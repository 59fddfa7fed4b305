import type { Policy, PolicySet } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import { digestOf } from "../snapshot/digest.ts";
import { firstAt } from "./compile-context.ts";
import { compilePolicy } from "./compile-policy.ts";
import { SEARCH_WORK_MAX } from "./find-witness.ts";
import type { ParamSetting } from "./policy-settings.ts";
import { type BindingDraft, isBinding, readBinding } from "./read-binding.ts";
import { type PolicyDraft, readPolicy } from "./read-policy.ts";
import { resolveBindings } from "./resolve-bindings.ts";

export interface CompileSetOptions {
  /** Some policies could not be read, so that a name that is not found may well be one of theirs. */
  readonly isPartial?: boolean;
  /**
   * Whether to refuse what is well-formed and pointless as well: names that nothing uses, rules that never decide
   * anything (default). It is left out for policies that were broken on purpose, to try them out, and for the shipped
   * ones, which were held to it before they were published.
   */
  readonly lints?: boolean;
}

/** Most work that the search for unreachable rules may take in all policies together. */
const SET_SEARCH_WORK_MAX = 2 * SEARCH_WORK_MAX;

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
  // The same for each, so that the order of the documents does not matter.
  const shareMax = Math.floor(SET_SEARCH_WORK_MAX / Math.max(drafts.length, 1));
  const searchWorkMax = lints ? Math.min(SEARCH_WORK_MAX, shareMax) : undefined;
  const policies: Policy[] = [];
  for (const draft of drafts) {
    const name = draft.readable?.value.metadata.name ?? "";
    const set = bound.byPolicy.get(name) ?? { bound: new Map(), enforcement: new Map() };
    const compiled = compilePolicy(draft, { params: settings, ...set }, searchWorkMax);
    if (compiled.ok) policies.push(compiled.value);
    else problems.push(...compiled.problems);
  }
  if (isComplete) problems.push(...unknownSettings(drafts, settings));
  if (problems.length > 0) return { ok: false, problems: problems.sort(compareProblems) };
  policies.sort((a, b) => compareText(a.name, b.name));
  return { ok: true, value: { policies, digest: digestOf(policies.map(({ digest }) => digest)) } };
}

function hasName({ readable }: PolicyDraft): boolean {
  return readable !== undefined && !readable.isFilled(["metadata", "name"]);
}

function repeatedNames(
  policies: readonly PolicyDraft[],
  bindings: readonly BindingDraft[],
): readonly Problem[] {
  const named = [
    ...policies.map(({ readable }) => ({ noun: "policies", readable })),
    ...bindings.map(({ readable }) => ({ noun: "bindings", readable })),
  ];
  const seen = new Map<string, SourceDocument>();
  return named.flatMap(({ noun, readable }): readonly Problem[] => {
    const path = ["metadata", "name"];
    if (readable === undefined || readable.isFilled(path)) return [];
    const { name } = readable.value.metadata;
    const key = `${noun} ${name}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, readable.document);
      return [];
    }
    // Asked for only now: shipped policies are not parsed until somebody asks for a place in them.
    const position = readable.document.positionAt(path);
    const help = firstAt(first.positionAt(path));
    const message = `two ${noun} are named \`${name}\``;
    return [{ code: "POLICY_DUPLICATE_NAME", message, position, help }];
  });
}

function unknownSettings(
  drafts: readonly PolicyDraft[],
  settings: readonly ParamSetting[],
): readonly Problem[] {
  const names = drafts.flatMap(({ readable }) => {
    if (readable === undefined) return [];
    const { metadata, spec } = readable.value;
    const params = Object.keys(spec.params?.properties ?? {}).sort(compareText);
    return params.flatMap((param) => [param, `${metadata.name}.${param}`]);
  });
  return settings.flatMap(({ name }): readonly Problem[] => {
    if (names.includes(name)) return [];
    return [
      {
        code: "POLICY_UNKNOWN_NAME",
        message: `no policy has a param \`${name}\``,
        position: undefined,
        ...suggestion(nearest(name, names), `params are: ${[...new Set(names)].join(", ")}`),
      },
    ];
  });
}
