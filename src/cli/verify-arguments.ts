import type { Parsed, Problem } from "../input/problem.ts";
import { all, type CheckArguments, one, readCheckArguments } from "./arguments.ts";
import { type CommandLine, usageProblem } from "./command-line.ts";

export interface VerifyArguments extends CheckArguments {
  readonly runs: number;
  /** Undefined: any. */
  readonly seed: number | undefined;
  /** Words that the names of the laws hold; empty: all laws. */
  readonly laws: readonly string[];
  /** Folder for a counterexample. */
  readonly save: string | undefined;
}

const RUNS_DEFAULT = 1000;
const RUNS_MAX = 100_000_000;
const SEED_MAX = 2_147_483_647;

export function readVerifyArguments(line: CommandLine): Parsed<VerifyArguments> {
  const args = readCheckArguments(line);
  const problems: Problem[] = args.ok ? [] : [...args.problems];
  const runs = readWhole(line, "runs", { min: 1, max: RUNS_MAX }, problems) ?? RUNS_DEFAULT;
  const seed = readWhole(line, "seed", { min: -SEED_MAX, max: SEED_MAX }, problems);
  if (!args.ok || problems.length > 0) return { ok: false, problems };
  const [laws, save] = [all(line, "law"), one(line, "save")];
  return { ok: true, value: { ...args.value, runs, seed, laws, save } };
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
