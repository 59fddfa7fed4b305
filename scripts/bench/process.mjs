// CPU time of whole processes, taken in turn so that a drifting machine slows both sides alike.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const preload = join(import.meta.dirname, "cpu-at-exit.cjs");

function cpuMsOf(argv) {
  const { output, status, error } = spawnSync(process.execPath, ["--require", preload, ...argv], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${output[2]}`);
  return Number(output[3].toString()) / 1000;
}

/** Median, least and most of the ratio of `measured` to `base` over `rounds` pairs. */
export function compareProcesses(measured, base, rounds) {
  const pairs = Array.from({ length: rounds }, () => [cpuMsOf(measured), cpuMsOf(base)]);
  const ratios = pairs.map(([a, b]) => a / b).sort((a, b) => a - b);
  return {
    ratio: ratios[rounds >> 1],
    least: ratios[0],
    most: ratios.at(-1),
    measuredMs: median(pairs.map(([a]) => a)),
    baseMs: median(pairs.map(([, b]) => b)),
  };
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
