import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Equality from "../../../src/cel/equality.ts";
import type * as Guards from "../../../src/cel/guards.ts";
import type * as Membership from "../../../src/cel/membership.ts";
import type * as Optionals from "../../../src/cel/optional.ts";
import type * as Truth from "../../../src/cel/truth.ts";
import type * as Unknowns from "../../../src/cel/unknown.ts";
import type * as Values from "../../../src/cel/value.ts";
import type * as Gather from "../../../src/cel-library/macros/gather.ts";
import type * as Holding from "../../../src/cel-library/macros/holding.ts";
import type { Loop, Range } from "../../../src/cel-library/macros/loop.ts";
import type * as Quantify from "../../../src/cel-library/macros/quantify.ts";
import type * as Conditions from "../../../src/engine/rules/condition.ts";

// Wrong ways to treat what is not known, planted one by one: the brute force over completions must see each.

const runs = Number(process.env.RICH_POLICY_RUNS ?? 300);
const mutantRuns = 4_000;
const src = "../../../src";

/** A module in which some exports are replaced by wrong ones. */
interface Mutant {
  readonly what: string;
  readonly path: string;
  readonly replace: (original: never, values: typeof Values) => object;
}

function mutant<Module>(
  what: string,
  path: string,
  replace: (original: Module, values: typeof Values) => Partial<Module>,
): Mutant {
  return { what, path, replace };
}

/** A loop over what was seen, with some of what is said of the range changed. */
function looping(loop: Loop, change: { open?: false; maybe?: ReadonlySet<number> }): Loop {
  const except = (range: Range): Range => ("items" in range ? { ...range, ...change } : range);
  return (macro, range, frame) => loop(macro, except(range), frame);
}

const mutants: readonly Mutant[] = [
  mutant<typeof Truth>(
    "unknown is false in `&&`",
    "cel/truth.ts",
    ({ joinTruths }, { Unknown }) => ({
      joinTruths: (operator, values) =>
        operator === "&&" && values.some((each) => each instanceof Unknown)
          ? false
          : joinTruths(operator, values),
    }),
  ),
  mutant<typeof Truth>(
    "an error wins over what is not known",
    "cel/truth.ts",
    ({ joinTruths }, { CelError }) => ({
      joinTruths: (operator, values) =>
        values.find((each) => each instanceof CelError) ?? joinTruths(operator, values),
    }),
  ),
  mutant<typeof Truth>(
    "a possible false does not absorb a possible error",
    "cel/truth.ts",
    ({ ERROR, FALSE, fromTruth, joinTruths, truthOf }) => ({
      joinTruths: (operator, values) => {
        const joined = joinTruths(operator, values);
        if (!values.some((each) => (truthOf(each) & ERROR) !== 0)) return joined;
        return fromTruth(truthOf(joined) & ~FALSE || ERROR, values);
      },
    }),
  ),
  mutant<typeof Membership>(
    "`has` of what is not known is false",
    "cel/membership.ts",
    ({ hasNode }, { Unknown }) => ({
      hasNode: (...args) => {
        const node = hasNode(...args);
        const compile: typeof node.compile = (guards, isTested) => {
          const { run, ...rest } = node.compile(guards, isTested);
          const wrong: typeof run = (frame) => {
            const value = run(frame);
            return value instanceof Unknown ? false : value;
          };
          return { ...rest, run: wrong };
        };
        return { ...node, compile };
      },
    }),
  ),
  mutant<typeof Quantify>(
    "what was seen is the whole in `exists` and `all`",
    "cel-library/macros/quantify.ts",
    ({ quantify }) => ({ quantify: (operator) => looping(quantify(operator), { open: false }) }),
  ),
  mutant<typeof Quantify>(
    "doubtful elements are there in `exists` and `all`",
    "cel-library/macros/quantify.ts",
    ({ quantify }) => ({
      quantify: (operator) => looping(quantify(operator), { maybe: new Set() }),
    }),
  ),
  mutant<typeof Gather>(
    "what was seen is the whole in `exists_one`",
    "cel-library/macros/gather.ts",
    ({ countOne }) => ({ countOne: looping(countOne, { open: false }) }),
  ),
  mutant<typeof Gather>(
    "what was seen is the whole in `filter`, `map` and `transformList`",
    "cel-library/macros/gather.ts",
    ({ collectList }) => ({ collectList: looping(collectList, { open: false }) }),
  ),
  mutant<typeof Gather>(
    "what was seen is the whole in `transformMap`",
    "cel-library/macros/gather.ts",
    ({ collectMap }) => ({ collectMap: looping(collectMap, { open: false }) }),
  ),
  mutant<typeof Equality>(
    "what was seen is the whole in `in`",
    "cel/equality.ts",
    ({ memberSets }, { PartialList }) => ({
      memberSets: (value, list, meter) =>
        memberSets(value, list instanceof PartialList ? list.items : list, meter),
    }),
  ),
  mutant<typeof Guards>("guards unite over `||`", "cel/guards.ts", ({ joinAbsences }) => ({
    joinAbsences: (_, operands) => joinAbsences("&&", operands),
  })),
  mutant<typeof Optionals>(
    "`orValue` gives its argument for what is not known",
    "cel/optional.ts",
    ({ openOptional }, { Unknown }) => ({
      openOptional: (value, opening) =>
        value instanceof Unknown
          ? { held: undefined, mayBeNone: true, error: undefined, causes: [] }
          : openOptional(value, opening),
    }),
  ),
  mutant<typeof Holding>(
    "an error under `optMap` is hidden in the optional",
    "cel-library/macros/holding.ts",
    ({ holding }, { CelError, CelOptional }) => ({
      holding: (value) => (value instanceof CelError ? holding(value) : new CelOptional(value)),
    }),
  ),
  mutant<typeof Unknowns>(
    "one way is followed where a condition is not known",
    "cel/unknown.ts",
    ({ unite }) => ({ unite: (members, causes) => unite(members.slice(0, 1), causes) }),
  ),
  mutant<typeof Conditions>(
    "a rule that is not known is skipped",
    "engine/rules/condition.ts",
    ({ evaluateCondition }) => ({
      evaluateCondition: (...args) => {
        const condition = evaluateCondition(...args);
        return condition.causes.length === 0 ? condition : { ...condition, may: 2, causes: [] };
      },
    }),
  ),
];

/** The first violation among some random policies; undefined if there is none. */
async function firstViolation(numRuns: number): Promise<string | undefined> {
  const { richPolicies, violationOf } = await import("./rich-policies.ts");
  const { gaps } = await import("../../cel/laws/worlds.ts");
  let found: string | undefined;
  const property = fc.property(richPolicies, gaps, (policy, state) => {
    found = violationOf(policy, state);
    return found === undefined;
  });
  const { failed } = fc.check(property, {
    numRuns,
    endOnFailure: true,
    ...(process.env.PROPERTY_SEED === undefined ? { seed: 5 } : {}),
  });
  return failed ? found : undefined;
}

const timeoutMs = 7_200_000;

describe("policies over all that expressions can say", () => {
  afterEach(() => {
    for (const { path } of mutants) vi.doUnmock(`${src}/${path}`);
    vi.resetModules();
  });

  it(
    "are covered and decided soundly on every completion",
    async () => {
      expect(await firstViolation(runs)).toBeUndefined();
    },
    timeoutMs,
  );

  it.each(mutants)(
    "would be seen to break if $what",
    async ({ path, replace }) => {
      vi.resetModules();
      const values = await import("../../../src/cel/value.ts");
      vi.doMock(`${src}/${path}`, async (importOriginal) => {
        const original = await importOriginal<object>();
        return { ...original, ...replace(original as never, values) };
      });
      expect(await firstViolation(mutantRuns)).toBeDefined();
    },
    timeoutMs,
  );
});
