import type { Parsed, Problem } from "../input/problem.ts";
import { all, OUTPUT_FORMATS, type OutputArgument, one, readOutputs } from "./arguments.ts";
import type { CommandLine } from "./command-line.ts";

export interface TestArguments {
  /** Test files, and folders to look for them in. */
  readonly paths: readonly string[];
  /** Policies that must have their cases whether or not a test names them. */
  readonly policies: readonly string[];
  /** Parts of names of the cases to run; none: all. */
  readonly cases: readonly string[];
  /** What tests name must lie below it. */
  readonly root: string;
  readonly outputs: readonly OutputArgument[];
}

export function readTestArguments(line: CommandLine): Parsed<TestArguments> {
  const problems: Problem[] = [];
  const { words = [] } = line;
  const value: TestArguments = {
    paths: words.length === 0 ? ["."] : words,
    policies: all(line, "policy"),
    cases: all(line, "case"),
    root: one(line, "root") ?? ".",
    outputs: readOutputs(all(line, "output"), OUTPUT_FORMATS, problems),
  };
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}
