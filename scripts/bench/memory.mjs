// `node memory.mjs SNAPSHOT`: reads and decides a snapshot in a process of its own, and prints the most memory it
// held, in bytes; without a snapshot, that of a process that does nothing.
import { readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
if (file !== undefined) {
  const { evaluate, parseSnapshot } = await import("../../dist/index.js");
  const { profile } = await import("./fleet.mjs");
  const { shippedPolicies } = await import("./shipped.mjs");
  const read = parseSnapshot(readFileSync(file, "utf8"), "bench.json");
  evaluate(shippedPolicies(), read.value, profile);
}
process.stdout.write(`${process.resourceUsage().maxRSS * 1024}\n`);
