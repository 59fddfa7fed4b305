import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import { recordingIo } from "./recording-io.ts";

export const fixtures: string = join(import.meta.dirname, "../../fixtures");

export interface CliRun {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command in this process, as a person would type it, long after the evidence was read. */
export async function runCli(...argv: readonly string[]): Promise<CliRun> {
  const io = recordingIo({ now: () => new Date("2026-10-01T00:00:00Z") });
  const exitCode = await run(argv, io);
  return { exitCode, out: io.out(), error: io.error() };
}
