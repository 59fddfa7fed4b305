import type { Parsed, Problem } from "../input/problem.ts";
import { all, type CheckArguments, one, readCheckArguments } from "./arguments.ts";
import { type CommandLine, usageProblem } from "./command-line.ts";

export interface VerifyArguments extends CheckArguments {
  readonly runs: number;
  /** Undefined: any. */
  readonly seed: number | undefined;
  /** Words that the names of the laws hold; empty: all laws. */
  readonly laws: readonly string[];
  /** Every state of some scopes, with rows of up to so many events; undefined: worlds are drawn. */
  readonly exhaustiveDepth: number | undefined;
  /** Words that the names of scopes hold; empty: all scopes. */
  readonly scopes: readonly string[];
  /** Folder for a counterexample. */
  readonly save: string | undefined;
}

const RUNS_DEFAULT = 1000;
const RUNS_MAX = 100_000_000;
const SEED_MAX = 2_147_483_647;
/** Events a row may have: each more takes fourteen times as long. */
const DEPTH_DEFAULT = 3;
const DEPTH_MAX = 6;

export function readVerifyArguments(line: CommandLine): Parsed<VerifyArguments> {
  const args = readCheckArguments(line);
  const problems: Problem[] = args.ok ? [] : [...args.problems];
  const runs = readWhole(line, "runs", { min: 1, max: RUNS_MAX }, problems) ?? RUNS_DEFAULT;
  const seed = readWhole(line, "seed", { min: -SEED_MAX, max: SEED_MAX }, problems);
  const depth = readWhole(line, "depth", { min: 0, max: DEPTH_MAX }, problems);
  const isExhaustive = line.values.has("exhaustive");
  if (
    isExhaustive &&
    (line.values.has("runs") || line.values.has("seed") || line.values.has("profile"))
  )
    problems.push(
      usageProblem(
        "`--exhaustive` draws nothing, under names of its own: leave out --runs, --seed and --profile",
      ),
    );
  if (!isExhaustive && (line.values.has("depth") || line.values.has("scope")))
    problems.push(usageProblem("`--depth` and `--scope` are for `--exhaustive`"));
  if (!args.ok || problems.length > 0) return { ok: false, problems };
  const exhaustiveDepth = isExhaustive ? (depth ?? DEPTH_DEFAULT) : undefined;
  const scopes = all(line, "scope");
  const [laws, save] = [all(line, "law"), one(line, "save")];
  return { ok: true, value: { ...args.value, runs, seed, laws, exhaustiveDepth, scopes, save } };
}

function readWhole(
  line: CommandLine,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  problems: Problem[],
): number | undefined {
  const text = one(line, name);
  if (text === undefined) return undefined;
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  problems.push({
    ...usageProblem(`\`--${name}\` is no such number`),
    expected: `a whole number from ${min} to ${max}`,
  });
  return undefined;
}
