import type { Policy } from "../engine/policy.ts";
import { OWN_API_VERSION } from "../input/api-version.ts";
import { compareText } from "../input/compare-text.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { compilePolicySet } from "../policies/compile-policy-set.ts";
import { isBinding } from "../policies/read-binding.ts";
import { TEST_CASES_MAX } from "../policy-tests/limits.ts";
import type { TestFiles } from "../policy-tests/policy-test.ts";
import type { PolicyTestRun } from "../policy-tests/run-policy-tests.ts";
import { createCaseKiller, type Killer } from "./case-killer.ts";
import { compareMutant } from "./compare-policies.ts";
import { holdCases } from "./hold-cases.ts";
import { MUTANTS_MAX } from "./limits.ts";
import type { Mutant } from "./mutant.ts";
import { mutantsOf } from "./mutants-of.ts";
import type { Fate, MutantResult, MutationCount, MutationReport } from "./mutation-report.ts";
import { isSameDocument } from "./same-document.ts";
import { suggestionFor } from "./suggest-case.ts";

export interface MutationOptions {
  readonly files: TestFiles;
  /** Told after each mutant, of how many there are. */
  readonly onMutant?: (done: number, all: number) => void;
}

/**
 * Makes small mistakes in policies, one at a time, and says which of them no case tells. Mutated are the policies that
 * must have cases; shipped ones that a test merely names are not. The same input gives the same report.
 */
export function runMutants(
  runs: readonly PolicyTestRun[],
  { files, onMutant }: MutationOptions,
): Parsed<MutationReport> {
  const count = runs.reduce((sum, { test }) => sum + test.cases.length, 0);
  if (count > TEST_CASES_MAX)
    return tooMany(`the tests have ${count} cases together`, TEST_CASES_MAX);
  const held = holdCases(runs, files);
  if (!held.ok) return held;
  const policies = policiesOf(runs);
  const mutants = policies.flatMap(({ document, policy }) =>
    mutantsOf(document, policy).map((mutant) => ({ mutant, policy })),
  );
  if (mutants.length > MUTANTS_MAX)
    return tooMany(`there are ${mutants.length} mutants together`, MUTANTS_MAX);
  const killers = [createCaseKiller(held.value)];
  const results = mutants.map(({ mutant, policy }, index): MutantResult => {
    const { id, kind, part, position, before, after } = mutant;
    const place = { id, kind, policy: policy.name, part, position, before, after };
    const fate = fateOf(mutant, policy, killers);
    onMutant?.(index + 1, mutants.length);
    return { ...place, ...fate };
  });
  return { ok: true, value: summarize(results, policies.length, held.value.length) };
}

function tooMany(message: string, max: number): Parsed<never> {
  const problem: Problem = {
    code: "INPUT_LIMIT",
    message,
    position: undefined,
    expected: `at most ${max}`,
    help: "run them in several goes",
  };
  return { ok: false, problems: [problem] };
}

interface MutatedPolicy {
  readonly document: SourceDocument;
  readonly policy: Policy;
}

/** Each policy once, however many tests are about it. */
function policiesOf(runs: readonly PolicyTestRun[]): readonly MutatedPolicy[] {
  const documents: SourceDocument[] = [];
  for (const { test, policies } of runs) {
    const own = test.cases.length === 0 ? [] : [...(policies?.required ?? [])];
    const isKnown = (each: SourceDocument): boolean =>
      documents.some((other) => isSameDocument(each, other));
    documents.push(...own.filter((each) => !isBinding(each) && !isKnown(each)));
  }
  return documents
    .sort((a, b) => compareText(a.file, b.file) || a.index - b.index)
    .flatMap((document) => {
      const policy = compiledAlone(document);
      return policy === undefined || "problem" in policy ? [] : [{ document, policy }];
    });
}

/** By itself: what bindings set for it is no part of it. */
function compiledAlone(
  document: SourceDocument,
): Policy | { readonly problem: string } | undefined {
  const compiled = compilePolicySet([document], [], { lints: false });
  if (compiled.ok) return compiled.value.policies[0];
  return { problem: compiled.problems[0]?.message ?? "" };
}

function fateOf(mutant: Mutant, policy: Policy, killers: readonly Killer[]): Fate {
  const changed = compiledAlone(mutant.document);
  if (changed === undefined || "problem" in changed)
    return { fate: "invalid", because: changed?.problem ?? "" };
  if (changed.digest === policy.digest)
    return { fate: "equivalent", proof: { type: "sameDigest" } };
  for (const { tell } of killers) {
    const by = tell(mutant);
    if (by !== undefined) return { fate: "killed", by };
  }
  const compared = compareMutant(mutant, policy, changed);
  if (compared?.result === "equal")
    return { fate: "equivalent", proof: { type: "enumeration", states: compared.states } };
  const witness = compared?.result === "differs" ? compared.witness : undefined;
  return {
    fate: "survived",
    suggestion: suggestionFor(mutant, witness),
    ...(witness === undefined ? {} : { witness }),
  };
}

function summarize(
  mutants: readonly MutantResult[],
  policies: number,
  cases: number,
): MutationReport {
  const count = (fate: Fate["fate"]): number => mutants.filter((each) => each.fate === fate).length;
  const counts: Readonly<Record<MutationCount, number>> = {
    policies,
    cases,
    mutants: mutants.length,
    killed: count("killed"),
    survived: count("survived"),
    equivalent: count("equivalent"),
    invalid: count("invalid"),
  };
  const told = counts.killed + counts.survived;
  return {
    apiVersion: OWN_API_VERSION,
    kind: "MutationReport",
    outcome: counts.survived > 0 ? "survived" : told === 0 ? "vacuous" : "killed",
    counts,
    ...(told === 0 ? {} : { scorePercent: Math.floor((100 * counts.killed) / told) }),
    mutants,
  };
}
