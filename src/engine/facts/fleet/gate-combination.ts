import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { gateDeclared } from "../gate/gate-declared.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { fleetStrategy } from "./fleet-strategy.ts";
import { holdNamed, holdOwned } from "./hold-remembered.ts";

const combinations = [
  "activating",
  "holding",
  "notApplied",
  "ownershipLost",
  "releasing",
  "restoreInterrupted",
  "orphaned",
  "normal",
] as const;
export type GateCombination = (typeof combinations)[number];

/** What Git declares, what the DaemonSet does, and whether the workload is owned: three states, none of which follows from another. */
interface Standing {
  readonly isDeclared: boolean;
  readonly isLive: boolean;
  /** Undefined where the profile names no workload: then nothing can be owned, or lost. */
  readonly isOwned: boolean | undefined;
}

export const gateCombination: FactDeclaration<GatedFleetSubject, GateCombination> = {
  name: "gate.combination",
  type: enumFact("GateCombination", combinations),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [...gateDeclared.reads, ...fleetStrategy.reads, ...holdOwned.reads],
  doc: "Which of the eight combinations of declared in Git, OnDelete in the cluster, and owned it is (docs/gates.md). Yes or no, in this order: activating (yes, no, no), holding (yes, yes, yes), notApplied (yes, no, yes), ownershipLost (yes, yes, no), releasing (no, yes, yes), restoreInterrupted (no, no, yes), orphaned (no, yes, no), normal (no, no, no). Where the profile names no workload, nothing is owned or lost: a gate that is declared and live is holding.",
  derive: (_subject, read) => {
    const declared = read(gateDeclared);
    const live = isOnDelete(read(fleetStrategy));
    const owned = read(holdOwned);
    const named = read(holdNamed);
    const isNamed = named.state === "value" && named.value;
    const possible = [
      ...new Set(
        waysOf(declared).flatMap((isDeclared) =>
          waysOf(live).flatMap((isLive) =>
            waysOf(owned).map((isOwned) =>
              combine({ isDeclared, isLive, isOwned: isNamed ? isOwned : undefined }),
            ),
          ),
        ),
      ),
    ];
    const [first] = possible;
    if (first !== undefined && possible.length === 1) return known(first);
    return unknownFor(reasonsOf([declared, live, owned]), { oneOf: possible });
  },
};

function combine({
  isDeclared,
  isLive,
  isOwned = isDeclared && isLive,
}: Standing): GateCombination {
  if (isDeclared) {
    if (isLive) return isOwned ? "holding" : "ownershipLost";
    return isOwned ? "notApplied" : "activating";
  }
  if (isLive) return isOwned ? "releasing" : "orphaned";
  return isOwned ? "restoreInterrupted" : "normal";
}

/** No DaemonSet holds no rollout. */
function isOnDelete(strategy: Fact<string>): Fact<boolean> {
  if (strategy.state === "unknown") return unknownFor(strategy.reasons);
  return known(strategy.state === "value" && strategy.value === "OnDelete");
}

function waysOf(fact: Fact<boolean>): readonly boolean[] {
  return fact.state === "value" ? [fact.value] : [true, false];
}
