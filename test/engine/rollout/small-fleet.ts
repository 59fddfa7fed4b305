import { planRollout } from "../../../src/engine/rollout/plan-rollout.ts";
import type { FleetRollout, RolloutStep } from "../../../src/engine/rollout/rollout-plan.ts";
import type { Profile } from "../../../src/profile/profile.ts";
import type { ClusterObject, Snapshot } from "../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../support/shipped-policies.ts";
import {
  type FleetCase,
  fleetSnapshot,
  type PodCase,
  seedRevisions,
  wholeCoverage,
} from "../facts/fleet/cilium-fleet.ts";
import { gate } from "../facts/gate/gate-subject.ts";

const [r19, , , , r27] = seedRevisions;
if (!(r19 && r27)) throw new Error("the seed has five revisions");
export const [old, now] = [r19.hash, r27.hash];
export const policies = shippedPolicies();

interface NodeCase {
  readonly isControlPlane?: boolean;
  readonly ready?: string;
  readonly annotations?: Record<string, string>;
  readonly labels?: Record<string, string>;
  readonly taints?: readonly { key: string; effect: string }[];
}

function nodeObject(name: string, given: NodeCase = {}): ClusterObject {
  const { isControlPlane = name.startsWith("cp"), ready = "True", taints = [] } = given;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: `uid-${name}`,
      annotations: given.annotations ?? {},
      labels: {
        ...given.labels,
        ...(isControlPlane ? { "node-role.kubernetes.io/control-plane": "" } : {}),
      },
    },
    spec: { taints },
    status: { conditions: [{ type: "Ready", status: ready }] },
  };
}

export const names = ["cp-1", "cp-2", "cp-3", "w-1", "w-2"] as const;

export interface RolloutCase extends FleetCase {
  readonly nodes?: Partial<Record<(typeof names)[number], NodeCase | null>>;
  /** What each node runs; revision 19 unless given. */
  readonly runs?: Partial<Record<(typeof names)[number], Partial<PodCase>>>;
  readonly profile?: Profile["spec"];
}

export const counts = {
  desiredNumberScheduled: 5,
  currentNumberScheduled: 5,
  numberMisscheduled: 0,
  numberReady: 5,
  observedGeneration: 24,
};

export function caseOf({ nodes = {}, runs = {}, profile, ...given }: RolloutCase = {}) {
  const pods: readonly PodCase[] = names.map((node) => ({
    name: `agent-${node}`,
    node,
    hash: old,
    createdAt: "2026-07-28T10:00:00Z",
    ...runs[node],
  }));
  const updated = pods.filter(({ hash }) => hash === now).length;
  const ready = pods.filter(({ isReady, node }) => isReady !== false && node !== null).length;
  const present = names.filter((name) => nodes[name] !== null);
  const snapshot: Snapshot = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: "2026-08-06T12:00:00Z",
    objects: {},
    coverage: [],
    ...fleetSnapshot({
      steps: [],
      pods,
      status: { ...counts, updatedNumberScheduled: updated, numberReady: ready },
      coverage: [...wholeCoverage, { kind: "v1/Node", complete: true }],
      ...given,
      objects: {
        ...given.objects,
        ...Object.fromEntries(
          present.map((name) => [`v1/Node//${name}`, nodeObject(name, nodes[name] ?? {})]),
        ),
      },
    }),
  };
  const spec: Profile["spec"] = {
    gates: [gate],
    fleets: [{ daemonSet: { namespace: "kube-system", name: "cilium" }, stepsRecorded: true }],
    ...profile,
  };
  return {
    snapshot,
    profile: {
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "Profile",
      metadata: { name: "test" },
      spec,
    } as Profile,
  };
}

export function rollout(given: RolloutCase = {}): FleetRollout {
  const { snapshot, profile } = caseOf(given);
  const { fleets } = planRollout(policies, snapshot, profile);
  const [fleet] = fleets;
  if (fleet === undefined) throw new Error("the profile names a fleet");
  return fleet;
}

export function biting({ unmet }: Pick<RolloutStep, "unmet">): readonly string[] {
  return unmet
    .filter(({ metBy }) => metBy === undefined)
    .map(({ guard, because }) => `${guard}:${because}`);
}

export const canaryPod = { hash: now, createdAt: "2026-08-06T08:00:00Z" };
