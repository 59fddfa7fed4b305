// `npm run bench:cel [-- --quick]`: eight conditions a node, against hand-written JavaScript and two CEL libraries.
// Prints ratios, not times to be believed. Build first (`npm run build`).
import { differences, requireAgreement } from "./cel/agreement.mjs";
import { conditionTexts } from "./cel/conditions.mjs";
import { bufbuild, bufbuildWithRegExp, handWritten, marcbachmann, ours } from "./cel/engines.mjs";
import { brokenNodesOf, nodesOf } from "./cel/nodes.mjs";
import { ratioOf, timeRounds } from "./cel/rounds.mjs";
import { median } from "./process.mjs";

const isQuick = process.argv.includes("--quick");
const plan = isQuick
  ? { counts: [1000], rounds: 7, slotMs: 60, warmUpMs: 200 }
  : { counts: [10, 1000, 20_000], rounds: 9, slotMs: 250, warmUpMs: 400 };
/** The working set that the bounds are for. */
const boundCount = 1000;
const bounds = { handWrittenMost: 8, marcbachmannLeast: 2.5 };
const conditionCount = 8;

const print = (line) => process.stdout.write(`${line}\n`);

function check(engines, conditions) {
  const nodes = brokenNodesOf(4000, 1);
  requireAgreement(engines, nodes);
  print(`${Object.keys(engines).length} engines agree on all conditions of ${nodes.length} nodes`);
  const flipped = conditions.map(([name, text]) => [
    name,
    name === "proofStale" ? text.replace("!= desired", "== desired") : text,
  ]);
  const found = differences(ours(conditions), ours(flipped), nodes);
  print(`with one operator flipped ${found.masks} differ, and ${found.decisions} decisions`);
  if (found.decisions === 0) throw new Error("the check sees no difference");
}

function jsonBytes(nodes) {
  return median(nodes.map((node) => JSON.stringify(node).length));
}

function format({ median: middle, least, most }) {
  const digits = middle < 100 ? 2 : 0;
  return `${middle.toFixed(digits).padStart(7)} × [${least.toFixed(digits)}–${most.toFixed(digits)}]`;
}

function printTable(times) {
  const base = times["hand-written"];
  for (const [name, each] of Object.entries(times)) {
    const nanoseconds = (median(each) / conditionCount).toFixed(0).padStart(7);
    const ratio = name === "hand-written" ? "" : format(ratioOf(each, base));
    print(`  ${name.padEnd(30)} ${nanoseconds} ns a condition ${ratio}`);
  }
}

function printBounds(times) {
  const slower = ratioOf(times.ours, times["hand-written"]);
  const faster = ratioOf(times["@marcbachmann/cel-js"], times.ours);
  const verdict = (isMet) => (isMet ? "ok" : "NOT MET");
  print(
    `  ours / hand-written            ${format(slower)}   bound ≤ ${bounds.handWrittenMost}: ${verdict(slower.median <= bounds.handWrittenMost)}`,
  );
  print(
    `  @marcbachmann/cel-js / ours    ${format(faster)}   bound ≥ ${bounds.marcbachmannLeast}: ${verdict(faster.median >= bounds.marcbachmannLeast)}`,
  );
}

function contenders(conditions) {
  return {
    "hand-written": handWritten(),
    ours: ours(conditions),
    "@marcbachmann/cel-js": marcbachmann(conditions),
    "@bufbuild/cel": bufbuild(conditions),
    "@bufbuild/cel, native RegExp": bufbuildWithRegExp(conditions),
  };
}

function main() {
  const conditions = conditionTexts();
  const engines = contenders(conditions);
  check(engines, conditions);
  print("CPU time, median ratio of interleaved rounds to hand-written JavaScript [least–most]");
  for (const count of plan.counts) {
    const nodes = nodesOf(count, 2);
    print(`\n${count} nodes in turn, ${jsonBytes(nodes)} bytes of JSON each (median)`);
    const times = timeRounds(engines, nodes, plan);
    printTable(times);
    if (count === boundCount) printBounds(times);
  }
}

main();
