import { afterEach, describe, expect, it, vi } from "vitest";
import { compareSides, type Disagreement, toleratedBy } from "./differential/compare.ts";
import { makeGenerator, variables } from "./differential/generate.ts";
import { allRules } from "./differential/grammar.ts";
import { evaluateOurs } from "./differential/ours.ts";
import { judge } from "./differential/outcome.ts";
import {
  formatDisagreement,
  formatReport,
  isAccepted,
  staleEntries,
} from "./differential/report.ts";
import { writeTerm } from "./differential/term.ts";
import { evaluateTheirs } from "./differential/theirs.ts";
import { tolerated } from "./differential/tolerated.ts";
import { allTypes } from "./differential/types.ts";

// `DIFFERENTIAL_RUNS=100000 DIFFERENTIAL_SEED=7` searches longer, `npm run differential` longer still.
const runs = Number(process.env.DIFFERENTIAL_RUNS ?? 2000);
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 1);
/** How often everything has to come up among 20,000 expressions. */
const COUNT_MIN = 15;

const someDisagreement: Disagreement = {
  seed: 7,
  run: 11,
  expression: "1 / 2",
  bindings: "",
  ours: { kind: "value", text: "0" },
  theirs: { kind: "value", text: "1" },
};

describe("src/cel and @bufbuild/cel", () => {
  const report = compareSides({ seed, runs });

  it("agree on generated expressions, but for what is on the list", () => {
    expect(report.disagreements.map(formatDisagreement)).toEqual([]);
  });

  it("are summed up in the last line", () => {
    const count = report.disagreements.length;
    expect(formatReport(report)).toMatch(
      new RegExp(
        `\\n.*${runs} expressions, ${count} disagreements outside the list \\(seed ${seed}\\)$`,
      ),
    );
    expect(isAccepted(report)).toBe(count === 0);
    expect(isAccepted({ ...report, disagreements: [someDisagreement] })).toBe(false);
    expect(formatReport({ ...report, disagreements: [someDisagreement] })).toContain(
      "again:  npm run differential -- --seed 7 --from 11 --runs 1",
    );
  });

  it("show what on the list was never met", () => {
    const [first, ...others] = tolerated.map(({ id }) => id);
    const met = new Map(others.map((id) => [id, 1]));
    expect(staleEntries({ ...report, tolerated: met })).toEqual([first]);
  });

  it("were compared on values rather than on errors", () => {
    const { verdicts } = report;
    expect(verdicts["both value"]).toBeGreaterThan(runs / 2);
    expect(verdicts["both error"]).toBeGreaterThan(runs / 50);
    expect(verdicts.refused).toBeLessThan(runs / 20);
  });

  it("are asked for everything that both know", () => {
    const counts = new Map<string, number>();
    const generate = makeGenerator(allRules, seed, counts);
    for (let run = 0; run < 20_000; run++) generate(run);
    const types = allTypes.flatMap(({ kind }) => (kind === "dyn" ? [] : [`type ${kind}`]));
    const leaves = ["literal", "variable", "macro variable", "dyn() around a part"];
    const names = new Set([...allRules.map(({ name }) => name), ...types, ...leaves]);
    expect([...names].filter((name) => (counts.get(name) ?? 0) < COUNT_MIN)).toEqual([]);
  });

  it.each(tolerated)("still disagree on $sample: $id", (entry) => {
    const { id, sample } = entry;
    const ours = evaluateOurs(sample, new Map());
    const theirs = evaluateTheirs(sample, new Map());
    expect(judge(ours, theirs)).toBe("disagreement");
    const found = { seed, run: 0, expression: sample, bindings: "", ours, theirs };
    expect(toleratedBy(found)?.id).toBe(id);
  });
});

describe("the generator", () => {
  const written = (from: number) => writeTerm(makeGenerator(allRules, from)(5).term);

  it("makes the same of the same seed, and other things of another", () => {
    expect(written(1)).toBe(written(1));
    expect(written(1)).not.toBe(written(2));
  });

  it("binds variables to values that both sides read back as they are", () => {
    const generate = makeGenerator(allRules, seed);
    let read = 0;
    for (let run = 0; run < 300; run++) {
      for (const [name, value] of generate(run).bindings) {
        const bound = new Map([[name, value]]);
        expect(evaluateOurs(name, bound)).toEqual(evaluateTheirs(name, bound));
        expect(evaluateOurs(name, bound).kind).toBe("value");
        read++;
      }
    }
    expect(read).toBeGreaterThan(variables.length);
  });
});

/** Faults that are put into our side, one at a time, and a sign of each in what the search shows of it. */
const faults = [
  {
    what: "quotients are rounded down",
    module: "../../src/numbers/integers.ts",
    plant: (original: Original) => ({
      calculateInts: (operator: string, a: number | bigint, b: number | bigint): unknown => {
        const exact = original.calculateInts?.(operator, a, b);
        const isShort = operator === "/" && typeof a === "number" && typeof b === "number";
        return isShort && b !== 0 ? Math.floor(a / b) + 0 : exact;
      },
    }),
    sign: /^\(?-?\d+ \/ -?\d+\)?$/,
  },
  {
    what: "`&&` and `||` do not absorb errors",
    module: "../../src/cel/logic.ts",
    plant: (original: Original) => ({
      // `a && b` as `a ? b : false`.
      checkLogic: (context: unknown, node: LogicNode): unknown => {
        const [condition, other] = node.operands;
        if (node.operands.length !== 2) return original.checkLogic?.(context, node);
        const isAnd = node.operator === "&&";
        const decided = { ...node, kind: "literal", value: !isAnd };
        const [whenTrue, whenFalse] = isAnd ? [other, decided] : [decided, other];
        const made = { ...node, kind: "conditional", condition, whenTrue, whenFalse };
        return original.checkConditional?.(context, made);
      },
    }),
    sign: / && | \|\| /,
  },
  {
    what: "size() counts UTF-16 code units",
    module: "../../src/cel-library/functions/methods.ts",
    plant: ({ methodOverloads }: Original) => ({
      methodOverloads: (methodOverloads as unknown as readonly Method[]).map((each) =>
        each.name === "size" && each.parameters[0] === "string"
          ? { ...each, apply: ([text]: readonly string[]) => text?.length }
          : each,
      ),
    }),
    sign: /^"(?:\\U00|.)*"\.size\(\)$|^size\("(?:\\U00|.)*"\)$/,
  },
];

interface LogicNode {
  readonly operator: string;
  readonly operands: readonly unknown[];
}

interface Method {
  readonly name: string;
  readonly parameters: readonly string[];
}

type Original = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Expressions in which a fault is to be found. */
const RUNS_TO_FIND = 5000;
const TIMEOUT_MS = 60_000;

describe("a fault in our side", () => {
  afterEach(() => {
    for (const { module } of faults) vi.doUnmock(module);
    vi.resetModules();
  });

  it.each(faults)(
    "is found when $what",
    async ({ module, plant, sign }) => {
      vi.resetModules();
      vi.doMock(module, async (importOriginal) => {
        const original = await importOriginal<Original>();
        return { ...original, ...plant(original) };
      });
      const faulty = await import("./differential/compare.ts");
      const { disagreements } = faulty.compareSides({
        seed: 1,
        runs: RUNS_TO_FIND,
        disagreementsMax: 1,
      });
      expect(disagreements.length).toBeGreaterThan(0);
      expect(disagreements.map(({ expression }) => expression)).toContainEqual(
        expect.stringMatching(sign),
      );
    },
    TIMEOUT_MS,
  );
});
