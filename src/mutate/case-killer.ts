import type { PolicySet } from "../engine/policy.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { createCompiler } from "../policy-tests/compile-tested.ts";
import { judgeCase } from "../policy-tests/judge-case.ts";
import { placeIn } from "../policy-tests/policy-test.ts";
import type { ReadyCase } from "../policy-tests/prepare-case.ts";
import type { RuleTrace } from "../policy-tests/trace-case.ts";
import type { Mutant } from "./mutant.ts";
import type { Kill } from "./mutation-report.ts";
import { isSameDocument } from "./same-document.ts";

/** Something that policies are held to, and that may tell a mutant. */
export interface Killer {
  /** What told; undefined: nothing did. */
  readonly tell: (mutant: Mutant) => Kill | undefined;
}

/** A case that its policies hold to, and how the rules fared with it. */
export interface HeldCase {
  readonly ready: ReadyCase;
  readonly documents: readonly SourceDocument[];
  readonly traces: readonly RuleTrace[];
}

/** Holds mutants to cases, those first in which the mutated rule fires, then those in which it is asked. */
export function createCaseKiller(cases: readonly HeldCase[]): Killer {
  return {
    tell: (mutant) => {
      const about = cases.filter(({ documents }) =>
        documents.some((each) => isSameDocument(each, mutant.original)),
      );
      const ranked = about
        .map((held) => ({ held, rank: rankOf(held, mutant) }))
        .sort((a, b) => a.rank - b.rank);
      const compile = compilerFor(mutant);
      for (const { held } of ranked) {
        const policySet = compile(held);
        const kill = policySet === undefined ? undefined : killOf(held, policySet);
        if (kill !== undefined) return kill;
      }
      return undefined;
    },
  };
}

/** Compiles the policies of cases with the mutant in the place of its policy, each set and choice of params once. */
function compilerFor(mutant: Mutant): (held: HeldCase) => PolicySet | undefined {
  const ignored: Problem[] = [];
  const compiler = createCompiler(ignored);
  const changed = new Map<readonly SourceDocument[], readonly SourceDocument[]>();
  return ({ documents, ready }) => {
    const mutated =
      changed.get(documents) ??
      documents.map((each) => (isSameDocument(each, mutant.original) ? mutant.document : each));
    changed.set(documents, mutated);
    return compiler.compile(mutated, ready.test);
  };
}

/** Names that only the mutant lacks are no mismatch: a case must tell by what is decided. */
function killOf({ ready }: HeldCase, policySet: PolicySet): Kill | undefined {
  const [mismatch] = judgeCase(ready, policySet).mismatches;
  if (mismatch === undefined) return undefined;
  const { what, expected, found } = mismatch;
  const { test } = ready;
  return {
    type: "case",
    name: test.name,
    position: placeIn(test, ["name"]),
    what,
    expected,
    found,
  };
}

function rankOf({ traces }: HeldCase, { policy, part }: Mutant): number {
  const own = traces.filter((each) => each.policy.name === policy);
  const about = part.type === "rule" ? own.filter(({ rule }) => rule.name === part.name) : own;
  if (about.some(({ result }) => result === "fires")) return 0;
  return about.some(({ endedAt }) => endedAt === undefined) ? 1 : 2;
}
