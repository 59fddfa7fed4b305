import type { Parsed, Problem } from "../input/problem.ts";
import { all, OUTPUT_FORMATS, type OutputArgument, one, readOutputs } from "./arguments.ts";
import type { CommandLine } from "./command-line.ts";

export interface MutateArguments {
  /** Test files, and folders to look for them in. */
  readonly paths: readonly string[];
  /** What tests name must lie below it. */
  readonly root: string;
  readonly outputs: readonly OutputArgument[];
}

export function readMutateArguments(line: CommandLine): Parsed<MutateArguments> {
  const problems: Problem[] = [];
  const { words = [] } = line;
  const value: MutateArguments = {
    paths: words.length === 0 ? ["."] : words,
    root: one(line, "root") ?? ".",
    outputs: readOutputs(all(line, "output"), OUTPUT_FORMATS, problems),
  };
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}
