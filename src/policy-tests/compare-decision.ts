import type { Decision, GateDecision, NodeDecision } from "../engine/decision.ts";
import { INTENTS } from "../engine/policy.ts";
import { type Expected, shown, whyOf } from "./mismatch.ts";
import type { Expectation } from "./policy-test.ts";

type Nodes = NonNullable<Expectation["nodes"]>;
type NodeFields = Exclude<Nodes[string], string>;
type Gates = NonNullable<Expectation["gates"]>;
type GateFields = Exclude<Gates[string], string>;

/** Stands for every node, or every gate. */
export const EVERY = "*";

/** Verdicts and disruption, as expected and as found. */
export function compareSummary(expect: Expectation, decision: Decision): readonly Expected[] {
  const { verdict, verdicts, disruption } = expect;
  const found: Expected[] = [];
  if (verdict !== undefined) {
    const is = decision.vacuous ? "vacuous" : decision.verdict;
    const what = `verdict of ${decision.intent}`;
    found.push({ at: ["verdict"], what, expected: verdict, found: is, ...becauseOf(decision) });
  }
  for (const intent of INTENTS) {
    const expected = verdicts?.[intent];
    if (expected === undefined) continue;
    const is = decision.verdicts[intent] ?? "notJudged";
    found.push({ at: ["verdicts", intent], what: `verdict of ${intent}`, expected, found: is });
  }
  for (const key of ["reboots", "restarts", "controlPlanes"] as const) {
    const expected = disruption?.[key];
    if (expected === undefined) continue;
    const what = `disruption ${key}`;
    const is = shown(decision.disruption[key]);
    found.push({ at: ["disruption", key], what, expected: shown(expected), found: is });
  }
  return found;
}

function becauseOf({ because }: Decision): { readonly why?: string } {
  if (because === undefined) return {};
  return { why: because === "unknown" ? "something is not known" : "a rule is in error" };
}

/** One node's decision, by what is expected of it. */
export function compareNode(
  key: string,
  expectation: Nodes[string],
  node: NodeDecision,
): readonly Expected[] {
  const fields = typeof expectation === "string" ? actionOf(expectation) : expectation;
  const why = whyOf(node.reason, node.message, node.missing);
  const missing = node.missing?.map(({ fact }) => fact) ?? [];
  const rows: Rows<NodeFields> = {
    action: [fields.action, node.action],
    obligations: [fields.obligations, node.obligations],
    wanted: [fields.wanted, node.wanted],
    blocked: [fields.blocked, node.blocked],
    reason: [fields.reason, node.reason],
    missing: [fields.missing, missing],
  };
  return rowsOf(rows, ["nodes", key], `node ${node.name}`, why);
}

function actionOf(word: string): { readonly [Key in keyof NodeFields]: NodeFields[Key] | string } {
  return { action: word };
}

/** One gate's decision, by what is expected of it. */
export function compareGate(
  key: string,
  expectation: Gates[string],
  gate: GateDecision,
): readonly Expected[] {
  const fields: { readonly [Key in keyof GateFields]: GateFields[Key] | string } =
    typeof expectation === "string" ? { state: expectation } : expectation;
  const why = whyOf(gate.reason, gate.message, gate.missing);
  const missing = gate.missing?.map(({ fact }) => fact) ?? [];
  const rows: Rows<GateFields> = {
    state: [fields.state, gate.state],
    reason: [fields.reason, gate.reason],
    ageDays: [fields.ageDays, gate.ageDays],
    denies: [fields.denies, gate.denies],
    combination: [fields.combination, gate.combination],
    stalled: [fields.stalled, gate.stalled],
    release: [fields.release, gate.release?.allowed],
    rollback: [fields.rollback, gate.rollback?.allowed],
    missing: [fields.missing, missing],
  };
  return rowsOf(rows, ["gates", key], `gate ${gate.name}`, why);
}

type Value = string | number | boolean | readonly string[] | undefined;
type Rows<Fields> = Readonly<Record<keyof Fields, readonly [Value, Value]>>;

/** Lists whose order says nothing. */
const unordered: ReadonlySet<string> = new Set(["denies", "missing"]);

function rowsOf<Fields>(
  rows: Rows<Fields>,
  at: readonly string[],
  subject: string,
  why: string,
): readonly Expected[] {
  return Object.entries<readonly [Value, Value]>(rows).flatMap(([key, [expected, found]]) => {
    if (expected === undefined) return [];
    const order = unordered.has(key) ? "sorted" : "as-is";
    return [
      {
        at: [...at, key],
        what: `${subject} ${key}`,
        expected: shown(expected, order),
        found: shown(found, order),
        why,
      },
    ];
  });
}
