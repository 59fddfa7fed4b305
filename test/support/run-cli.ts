import { join } from "node:path";
import { run } from "../../src/cli/run.ts";

export const fixtures: string = join(import.meta.dirname, "../../fixtures");

export interface CliRun {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command in this process, as a person would type it; paths are relative to `fixtures/`. */
export async function runCli(...argv: readonly string[]): Promise<CliRun> {
  let out = "";
  let error = "";
  const exitCode = await run(argv, {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    env: { NO_COLOR: "1" },
    now: () => new Date("2026-10-01T00:00:00Z"),
    isTerminal: false,
    columns: undefined,
  });
  return { exitCode, out, error };
}
