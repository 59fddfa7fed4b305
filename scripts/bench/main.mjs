// `npm run bench`: prints ratios, not times to be believed. Build first (`npm run build`).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compilePolicySet, evaluate, parseSnapshot, readDocuments } from "../../dist/index.js";
import { profile, snapshotOf } from "./fleet.mjs";
import { compareProcesses, median } from "./process.mjs";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/cli/main.js");

function shippedPolicies() {
  const folder = join(root, "src/policies/builtin");
  const documents = readdirSync(folder).flatMap(
    (file) => readDocuments({ file, text: readFileSync(join(folder, file), "utf8") }).value,
  );
  return compilePolicySet(documents, []).value;
}

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
for (const count of [1000, 20_000]) {
  const text = JSON.stringify(snapshotOf(count));
  const read = parseSnapshot(text, "bench.json");
  if (!read.ok) throw new Error(read.problems[0].message);
  const decision = evaluate(policies, read.value, profile);
  // What is timed must be the real work: every node acts.
  if (decision.nodes.length !== count || decision.nodes.some(({ action }) => action !== "reassert"))
    throw new Error("not every node acts");
  const rounds = count > 1000 ? 5 : 15;
  const parse = () => JSON.parse(text);
  row(
    `evaluate ${count} nodes, evidence on / JSON.parse of the snapshot`,
    compare(() => evaluate(policies, read.value, profile), parse, rounds),
    "bound 1",
  );
  row(
    `parseSnapshot ${count} nodes / JSON.parse`,
    compare(() => parseSnapshot(text, "bench.json"), parse, rounds),
    "bound 1.5",
  );
}
