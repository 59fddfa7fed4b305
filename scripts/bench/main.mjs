// `npm run bench`: prints ratios, not times to be believed. Build first (`npm run build`).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate, parseSnapshot } from "../../dist/index.js";
import { profile, snapshotOf } from "./fleet.mjs";
import { compareProcesses, median } from "./process.mjs";
import { folderShares } from "./profile-folders.mjs";
import { shippedPolicies } from "./shipped.mjs";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/cli/main.js");

function cpuMs(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Each side in turn, `rounds` times after one warm-up; the median of the ratios pair by pair. */
function compare(measured, base, rounds) {
  measured();
  base();
  const pairs = Array.from({ length: rounds }, () => [cpuMs(measured), cpuMs(base)]);
  const ratios = pairs.map(([a, b]) => a / b).sort((a, b) => a - b);
  return {
    ratio: ratios[rounds >> 1],
    least: ratios[0],
    most: ratios.at(-1),
    baseMs: median(pairs.map(([, b]) => b)),
    measuredMs: median(pairs.map(([a]) => a)),
  };
}

function row(what, { ratio, least, most, measuredMs, baseMs }, bound) {
  const range = `[${least.toFixed(2)}–${most.toFixed(2)}]`;
  process.stdout.write(
    `${what.padEnd(62)} ${ratio.toFixed(2).padStart(6)} × ${range.padEnd(14)} ${measuredMs.toFixed(1).padStart(8)} ms / ${baseMs.toFixed(1)} ms   ${bound}\n`,
  );
}

process.stdout.write("CPU time, median ratio of interleaved pairs [least–most]\n\n");
for (const incident of ["stalled-gate/held", "reboot-storm/after-update"]) {
  const argv = [cli, "eval", "-f", join(root, "fixtures/incidents", incident)];
  row(
    `eval ${incident}, whole process / node -e 0`,
    compareProcesses(argv, ["-e", "0"], 11),
    "bound 4",
  );
}

const policies = shippedPolicies();

/** Loading and deciding a snapshot of so many nodes, two pods each, of which all act. */
function measureFleet(count) {
  const text = JSON.stringify(snapshotOf(count));
  const read = parseSnapshot(text, "bench.json");
  if (!read.ok) throw new Error(read.problems[0].message);
  const decision = evaluate(policies, read.value, profile);
  // What is timed must be the real work: every node acts.
  if (decision.nodes.length !== count || decision.nodes.some(({ action }) => action !== "reassert"))
    throw new Error("not every node acts");
  const rounds = count > 1000 ? 5 : 15;
  const parse = () => JSON.parse(text);
  const decide = () => evaluate(policies, read.value, profile);
  const load = () => parseSnapshot(text, "bench.json");
  const fleet = { count, text, decide, load };
  const decided = compare(decide, parse, rounds);
  row(`evaluate ${count} nodes, evidence on / JSON.parse of the snapshot`, decided, "bound 1");
  const loaded = compare(load, parse, rounds);
  row(`parseSnapshot ${count} nodes / JSON.parse`, loaded, "bound 1.5");
  return { ...fleet, decided, loaded };
}

function memoryOf(...argv) {
  const script = join(import.meta.dirname, "memory.mjs");
  return Number(execFileSync(process.execPath, [script, ...argv], { encoding: "utf8" }));
}

const MEBIBYTE = 2 ** 20;

/** The most memory of a process that loads and decides, beside what it may have. */
function tellMemory({ count, text }) {
  const folder = mkdtempSync(join(tmpdir(), "fleetwarrant-bench-"));
  try {
    const file = join(folder, "snapshot.json");
    writeFileSync(file, text);
    const peak = memoryOf(file);
    const bound = memoryOf() + 64 * MEBIBYTE + 6 * Buffer.byteLength(text);
    const [peakMiB, boundMiB] = [peak, bound].map((bytes) => (bytes / MEBIBYTE).toFixed(0));
    process.stdout.write(
      `peak memory ${count} nodes: ${peakMiB} MiB   bound ${boundMiB} MiB: bare Node + 64 MiB + 6 × the JSON\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function tellShares(what, work) {
  const shares = await folderShares(work);
  const most = shares.slice(0, 8).map(([folder, percent]) => `${folder} ${percent.toFixed(0)} %`);
  process.stdout.write(`${what}: ${most.join(" · ")}\n`);
}

const small = measureFleet(1000);
const large = measureFleet(20_000);
for (const [what, key] of [
  ["evaluate", "decided"],
  ["parseSnapshot", "loaded"],
]) {
  const growth = large[key].ratio / small[key].ratio;
  process.stdout.write(
    `growth of ${what} from 1000 to 20000 nodes, over that of JSON.parse: ${growth.toFixed(2)} ×   bound 1.3\n`,
  );
}
for (const fleet of [small, large]) tellMemory(fleet);
process.stdout.write("\nwhere the time goes, 20000 nodes\n");
await tellShares("evaluate", large.decide);
await tellShares("parseSnapshot", large.load);
