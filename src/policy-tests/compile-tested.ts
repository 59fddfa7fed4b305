import type { PolicySet } from "../engine/policy.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { compilePolicySet } from "../policies/compile-policy-set.ts";
import { placeIn, type TestCase } from "./policy-test.ts";

/** Compiles the policies of tests, each set once for each choice of params. */
export interface Compiler {
  /** With their defaults, refusing what is pointless as `check` does; mistakes are told. */
  readonly check: (documents: readonly SourceDocument[]) => PolicySet | undefined;
  /** With a case's params; mistakes in these are told at the case. */
  readonly compile: (documents: readonly SourceDocument[], test: TestCase) => PolicySet | undefined;
}

export function createCompiler(problems: Problem[]): Compiler {
  const compiled = new Map<readonly SourceDocument[], Map<string, Parsed<PolicySet>>>();
  /** What is kept for a set of documents and params; `make` where nothing is yet. */
  const kept = (
    documents: readonly SourceDocument[],
    key: string,
    make: () => Parsed<PolicySet>,
  ): Parsed<PolicySet> => {
    const sets = compiled.get(documents) ?? new Map<string, Parsed<PolicySet>>();
    compiled.set(documents, sets);
    const set = sets.get(key) ?? make();
    sets.set(key, set);
    return set;
  };
  return {
    check: (documents) => {
      const set = kept(documents, "", () => {
        const made = compilePolicySet(documents, []);
        if (!made.ok) problems.push(...made.problems);
        return made;
      });
      return set.ok ? set.value : undefined;
    },
    compile: (documents, test) => {
      const { params = [] } = test.given;
      const key = params.length === 0 ? "" : JSON.stringify(params);
      const set = kept(documents, key, () => {
        // Which rules can be reached hangs on params, and a case may well choose some that leave one out.
        const made = compilePolicySet(documents, params, { lints: false });
        if (!made.ok && isSound(documents)) problems.push(...atParams(made.problems, test));
        return made;
      });
      return set.ok ? set.value : undefined;
    },
  };

  /** Mistakes of the policies themselves are told by `check`. */
  function isSound(documents: readonly SourceDocument[]): boolean {
    return compiled.get(documents)?.get("")?.ok !== false;
  }
}

/** What the command line would be told of `--param` has its place in the case. */
function atParams(problems: readonly Problem[], test: TestCase): readonly Problem[] {
  const position = placeIn(test, ["given", "params"]);
  return problems.map((problem) => ({ ...problem, position: problem.position ?? position }));
}
