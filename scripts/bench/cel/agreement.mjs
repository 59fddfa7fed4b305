// Whether all engines say the same of every node: what is timed must be the same work.
import { decisions } from "./conditions.mjs";

/** All bits; anything that is no bool is an error of the engine, or of the condition. */
function maskOf(name, engine, node) {
  const results = engine.results(node);
  const odd = results.findIndex((result) => typeof result !== "boolean");
  if (odd !== -1) throw new Error(`${name}: condition ${odd} gave ${String(results[odd])}`);
  return results.reduce((mask, holds, at) => (holds ? mask | (1 << at) : mask), 0);
}

function masksOf(name, engine, nodes) {
  return nodes.map((node) => maskOf(name, engine, node));
}

/** On how many nodes two engines differ, in any condition and in what is decided. */
export function differences(engine, other, nodes) {
  const a = masksOf("one side", engine, nodes);
  const b = masksOf("other side", other, nodes);
  return {
    masks: a.filter((mask, at) => mask !== b[at]).length,
    decisions: a.filter((mask, at) => decisions[mask] !== decisions[b[at]]).length,
  };
}

/** Throws unless each engine gives the base's masks, and its `run` the base's count of reboots. */
export function requireAgreement(engines, nodes) {
  const [[baseName, base], ...others] = Object.entries(engines);
  const expected = masksOf(baseName, base, nodes);
  requireVariety(expected);
  const reboots = expected.filter((mask) => decisions[mask] === "reboot").length;
  for (const [name, engine] of [[baseName, base], ...others]) {
    const masks = masksOf(name, engine, nodes);
    const first = masks.findIndex((mask, at) => mask !== expected[at]);
    if (first !== -1) {
      throw new Error(`${name}: mask ${masks[first]} of node ${first}, not ${expected[first]}`);
    }
    const counted = engine.run(nodes, 0, nodes.length);
    if (counted !== reboots) throw new Error(`${name}: ${counted} reboots, not ${reboots}`);
  }
}

/** Each condition must be true of one node in a hundred and false of one, and each decision occur. */
function requireVariety(masks) {
  const least = masks.length / 100;
  for (let at = 0; at < 8; at++) {
    const holding = masks.filter((mask) => (mask & (1 << at)) !== 0).length;
    if (holding < least || masks.length - holding < least) {
      throw new Error(`condition ${at} holds for ${holding} of ${masks.length} nodes`);
    }
  }
  const made = new Set(masks.map((mask) => decisions[mask]));
  const missing = decisions.find((decision) => !made.has(decision));
  if (missing !== undefined) throw new Error(`no node gives ${missing}`);
}
