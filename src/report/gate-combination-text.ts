import type { GateDecision } from "../engine/decision.ts";
import type { Paragraph } from "./layout.ts";

type Combination = Exclude<NonNullable<GateDecision["combination"]>, "unknown">;

/** As the headline and the first words of the line say it. */
const words: Readonly<Record<Combination, string>> = {
  activating: "activating",
  holding: "holding",
  notApplied: "not applied",
  ownershipLost: "ownership lost",
  releasing: "releasing",
  restoreInterrupted: "restore interrupted",
  orphaned: "orphaned",
  normal: "normal",
};

/** Declared in Git, OnDelete in the cluster, workload owned. */
const parts: Readonly<Record<Combination, readonly [boolean, boolean, boolean]>> = {
  activating: [true, false, false],
  holding: [true, true, true],
  notApplied: [true, false, true],
  ownershipLost: [true, true, false],
  releasing: [false, true, true],
  restoreInterrupted: [false, false, true],
  orphaned: [false, true, false],
  normal: [false, false, false],
};

/** What nobody should overlook of how a gate stands; undefined where it stands as it should, or nobody knows. */
export function troubleWord({ combination }: GateDecision): string | undefined {
  if (combination === undefined || combination === "unknown") return undefined;
  return combination === "holding" || combination === "normal" ? undefined : words[combination];
}

/** Git does not declare it, and it is not gone, or may not be: nothing that may be shown as calm. */
export function isOffButStands({ state, combination = "normal" }: GateDecision): boolean {
  return state === "inactive" && combination !== "normal";
}

/** `ORPHANED  not declared in Git, OnDelete in the cluster, nothing owned`. */
export function combinationParagraphs(gate: GateDecision): readonly Paragraph[] {
  const { combination, state, hold } = gate;
  if (combination === undefined || combination === "normal") return [];
  if (combination === "unknown") {
    if (state !== "inactive") return [];
    const text = "whether the gate still stands in the cluster is not known";
    return [{ indent: 4, tone: "unsure", lead: "STANDING NOT KNOWN", text }];
  }
  const [isDeclared, isLive, isOwned] = parts[combination];
  const said = [
    isDeclared ? "declared in Git" : "not declared in Git",
    isLive ? "OnDelete in the cluster" : "not OnDelete in the cluster",
    ...(hold === undefined ? [] : [isOwned ? "workload owned" : "nothing owned"]),
  ].join(", ");
  const trouble = troubleWord(gate);
  return trouble === undefined
    ? [{ indent: 4, text: `${words[combination]}: ${said}` }]
    : [{ indent: 4, tone: "warn", lead: trouble.toUpperCase(), text: said }];
}
