import { describe, expect, it } from "vitest";
import {
  type GateCombination,
  gateCombination,
} from "../../../../src/engine/facts/fleet/gate-combination.ts";
import { derive } from "../derive.ts";
import { gate, kustomization, withMarkers } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";
import {
  deploymentKey,
  deploymentObject,
  type FleetCase,
  fleetOf,
  fleetSnapshot,
} from "./cilium-fleet.ts";

const replicasKey = gate.ownership?.rememberedReplicas ?? "";
const undeclared = { [kustomization]: { components: [] } };
const { ownership: _ownership, ...holdsNothing } = gate;

interface Standing {
  readonly declared: boolean;
  readonly live: boolean;
  readonly owned: boolean;
}

function subjectOf({ declared, live, owned }: Standing, given: Partial<FleetCase> = {}) {
  const objects = { [deploymentKey]: deploymentObject(owned ? { [replicasKey]: "1" } : {}) };
  const strategy = { type: live ? "OnDelete" : "RollingUpdate" };
  const snapshot = fleetSnapshot({ strategy, objects, ...given });
  const git = { files: declared ? withMarkers("2026-07-26") : undeclared };
  return fleetOf({ ...snapshot, git }, given);
}

const eight: readonly (Standing & { combination: GateCombination; unowned: GateCombination })[] = [
  [true, false, false, "activating", "activating"] as const,
  [true, true, true, "holding", "holding"] as const,
  [true, false, true, "notApplied", "activating"] as const,
  [true, true, false, "ownershipLost", "holding"] as const,
  [false, true, true, "releasing", "orphaned"] as const,
  [false, false, true, "restoreInterrupted", "normal"] as const,
  [false, true, false, "orphaned", "orphaned"] as const,
  [false, false, false, "normal", "normal"] as const,
].map(([declared, live, owned, combination, unowned]) => ({
  declared,
  live,
  owned,
  combination,
  unowned,
}));

describe("gate.combination", () => {
  it.each(eight)(
    "is $combination where declared is $declared, live $live, owned $owned",
    ({ combination, ...standing }) => {
      expect(shown(derive(gateCombination, subjectOf(standing)))).toBe(combination);
    },
  );

  it.each(eight)(
    "is $unowned for declared $declared and live $live where the profile names no workload",
    ({ unowned, ...standing }) => {
      const subject = subjectOf(standing, { gate: holdsNothing });
      expect(shown(derive(gateCombination, subject))).toBe(unowned);
    },
  );

  it.each<{ snapshot: ReturnType<typeof fleetSnapshot>; oneOf: GateCombination[]; why: string }>([
    {
      snapshot: fleetSnapshot(),
      oneOf: ["holding", "ownershipLost"],
      why: "the Deployment was not read: unknown is not `not owned`",
    },
    {
      snapshot: { ...fleetSnapshot(), git: { files: undeclared } },
      oneOf: ["releasing", "orphaned"],
      why: "the same where Git does not declare the gate: neither is calm",
    },
    {
      snapshot: {
        ...fleetSnapshot({ objects: { [deploymentKey]: deploymentObject({}) } }),
        git: { files: {} },
      },
      oneOf: ["ownershipLost", "orphaned"],
      why: "Git was not read",
    },
    {
      snapshot: { git: { files: undeclared } },
      oneOf: ["releasing", "orphaned", "restoreInterrupted", "normal"],
      why: "nothing of the cluster was read",
    },
  ])("is one of $oneOf where $why", ({ snapshot, oneOf }) => {
    expect(derive(gateCombination, fleetOf(snapshot))).toMatchObject({ state: "unknown", oneOf });
  });

  it("takes a DaemonSet that is not there for one that holds nothing", () => {
    const snapshot = {
      git: { files: undeclared },
      objects: { [deploymentKey]: deploymentObject({}) },
      coverage: [{ kind: "apps/v1/DaemonSet", complete: true }],
    };
    expect(shown(derive(gateCombination, fleetOf(snapshot)))).toBe("normal");
  });
});
