import { ACTIONS, type Decision } from "../../engine/decision.ts";
import type { PolicySet } from "../../engine/policy.ts";
import type { Judge } from "../laws/judge.ts";
import type { Explored } from "./verification.ts";

/** A judge, and what it has decided so far. */
export interface Exploration {
  readonly judge: Judge;
  readonly explored: () => Explored;
}

/** Watches a judge: a rule that never fired has been held to nothing. */
export function explore(judge: Judge, policies: PolicySet): Exploration {
  let decisions = 0;
  const [actions, verdicts, rules] = [createCounter(), createCounter(), createCounter()];
  const count = (decision: Decision): void => {
    decisions += 1;
    actions.add(decision.nodes.map(({ action }) => action));
    verdicts.add(Object.entries(decision.verdicts).map(([intent, is]) => `${intent}: ${is}`));
    rules.add(rulesOf(decision));
  };
  return {
    judge: (snapshot, profile) => {
      const decision = judge(snapshot, profile);
      count(decision);
      return decision;
    },
    explored: () => ({
      decisions,
      actions: Object.fromEntries(ACTIONS.map((action) => [action, actions.of(action)])),
      verdicts: verdicts.all(),
      rules: Object.fromEntries(ruleNames(policies).map((name) => [name, rules.of(name)])),
    }),
  };
}

/** Of each decision once, however many nodes it was about. */
interface Counter {
  readonly add: (names: readonly string[]) => void;
  readonly of: (name: string) => number;
  readonly all: () => Readonly<Record<string, number>>;
}

function createCounter(): Counter {
  const counts = new Map<string, number>();
  return {
    add: (names) => {
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    of: (name) => counts.get(name) ?? 0,
    all: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function rulesOf({ nodes, gates, findings }: Decision): readonly string[] {
  return [
    ...nodes.flatMap((node) => node.rules),
    ...gates.flatMap((gate) => gate.rules),
    ...findings.flatMap(({ policy, rule, outcome }) =>
      outcome === "fail" ? [`${policy}/${rule}`] : [],
    ),
  ];
}

function ruleNames({ policies }: PolicySet): readonly string[] {
  return policies.flatMap(({ name, rules, otherwise, whenUnknown }) => [
    ...rules.map((rule) => `${name}/${rule.name}`),
    ...(otherwise === undefined ? [] : [`${name}/${otherwise.name}`]),
    ...(whenUnknown.length === 0 ? [] : [`${name}/whenUnknown`]),
  ]);
}
