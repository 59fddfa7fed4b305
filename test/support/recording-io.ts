import type { CliIo } from "../../src/cli/cli-io.ts";

export interface RecordingIo extends CliIo {
  readonly out: () => string;
  readonly error: () => string;
}

/** Keeps what is written; its clock stands still, its terminal is none. */
export function recordingIo(over: Partial<CliIo> = {}): RecordingIo {
  const out: string[] = [];
  const error: string[] = [];
  return {
    writeOut: (text) => out.push(text),
    writeError: (text) => error.push(text),
    env: {},
    now: () => new Date("2026-08-06T17:20:00.500Z"),
    isTerminal: false,
    columns: undefined,
    ...over,
    out: () => out.join(""),
    error: () => error.join(""),
  };
}
