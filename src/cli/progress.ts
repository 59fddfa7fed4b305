import type { CliIo } from "./cli-io.ts";

/** Between two lines about how far long work has come, in milliseconds. */
const PROGRESS_MS = 2_000;

/** Says on standard error how far long work has come; short work says nothing. */
export function createProgress(io: CliIo, noun: string): (done: number, all: number) => void {
  let last = io.now().getTime();
  return (done, all) => {
    const now = io.now().getTime();
    if (now - last < PROGRESS_MS || done === all) return;
    last = now;
    io.writeError(`${done} of ${all} ${noun}\n`);
  };
}
