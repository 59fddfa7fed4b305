import type { Decision } from "../../src/engine/decision.ts";
import { type EvaluateOptions, evaluate } from "../../src/engine/evaluate.ts";
import type { JsonObject, JsonValue } from "../../src/input/json-value.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import type { ProfileGate } from "../../src/profile/profile.ts";
import type { ClusterObject, Snapshot } from "../../src/snapshot/snapshot.ts";
import { instant, sourceOf } from "../engine/facts/derive.ts";
import {
  agents,
  deploymentKey,
  deploymentObject,
  type FleetCase,
  fleetSnapshot,
  helmReleaseKey,
  helmReleaseObject,
  seedRevisions,
} from "../engine/facts/fleet/cilium-fleet.ts";
import { gate, kustomization, withMarkers } from "../engine/facts/gate/gate-subject.ts";
import { shippedPolicies } from "./shipped-policies.ts";

/** A cluster with one gate, in which all is as it should be but for what is given. */
export interface GateCase {
  readonly declared?: boolean;
  /** Days that markers name; one, the seed's, unless given. */
  readonly markers?: readonly string[];
  readonly live?: boolean;
  /** The recorded count; null: none. */
  readonly remembered?: string | null;
  /** The recorded hash; null: none. */
  readonly template?: string | null;
  readonly replicas?: number;
  /** Chart version that the tree renders to; the one in the cluster unless given, null: not rendered. */
  readonly rendered?: string | null;
  /** Status of the HelmRelease's Ready condition. */
  readonly ready?: string;
  readonly status?: JsonObject;
  readonly fleet?: FleetCase;
  /** Beside the fleet and the Deployment; null takes the Deployment away. */
  readonly objects?: Readonly<Record<string, ClusterObject>> | null;
  readonly parts?: Partial<Snapshot>;
  readonly gate?: ProfileGate;
  /** The same cluster at another time, seen before. */
  readonly earlier?: GateCase;
  readonly at?: string;
  readonly params?: readonly ParamSetting[];
  readonly options?: EvaluateOptions;
}

const policiesByDefault = shippedPolicies();

const newest = seedRevisions.at(-1);
if (newest === undefined) throw new Error("the seed has revisions");

const currentStatus: JsonObject = {
  currentNumberScheduled: 9,
  desiredNumberScheduled: 9,
  updatedNumberScheduled: 9,
  numberMisscheduled: 0,
  numberReady: 9,
  numberAvailable: 9,
  observedGeneration: 24,
};

const renderedKey = "helm.toolkit.fluxcd.io/HelmRelease/kube-system/cilium";

/** A HelmRelease's spec; with the fields of the gate, or as the tree has it that releases it. */
function releaseSpec(version: string, isGated: boolean): JsonObject {
  const strategy = { updateStrategy: { rollingUpdate: null, type: "OnDelete" } };
  return {
    chart: { spec: { chart: "cilium", version } },
    interval: "10m",
    ...(isGated ? { upgrade: { disableWait: true } } : {}),
    values: { devices: "digest:0123456789abcdef", ...(isGated ? strategy : {}) },
  };
}

function liveRelease(spec: JsonObject, ready: string): ClusterObject {
  const conditions: JsonValue = [{ type: "Ready", status: ready, reason: "UpgradeSucceeded" }];
  return { ...helmReleaseObject(conditions), spec };
}

const recordedHash = "94910ca6".repeat(8);

/** The nine agents of the seed, all on its newest revision, held by its gate. */
function gateSnapshot(given: GateCase = {}): Partial<Snapshot> {
  const { declared = true, markers = ["2026-07-26"], live = true, remembered = "1" } = given;
  const { template = recordedHash, replicas = 0, objects = {}, ready = "True" } = given;
  const { rendered = "1.20.0" } = given;
  const { rememberedReplicas = "", reconciledTemplate = "" } = gate.ownership ?? {};
  const annotations = {
    ...(remembered === null ? {} : { [rememberedReplicas]: remembered }),
    ...(template === null ? {} : { [reconciledTemplate]: template }),
  };
  const deployment = deploymentObject(annotations, { spec: { replicas } });
  const files = declared ? withMarkers(...markers) : { [kustomization]: { components: [] } };
  return {
    ...fleetSnapshot({
      pods: agents(9, newest?.hash ?? ""),
      strategy: { type: live ? "OnDelete" : "RollingUpdate" },
      status: { ...currentStatus, ...given.status },
      ...given.fleet,
      objects: {
        [helmReleaseKey]: liveRelease(releaseSpec("1.20.0", live), ready),
        ...(objects === null ? {} : { [deploymentKey]: deployment, ...objects }),
      },
    }),
    git: { files },
    ...(rendered === null
      ? {}
      : {
          rendered: { helmReleases: { [renderedKey]: { spec: releaseSpec(rendered, declared) } } },
        }),
    ...given.parts,
  };
}

export function decideGateCase(given: GateCase = {}): Decision {
  const { at = "2026-07-27T12:00:00Z", params = [], options } = given;
  const { snapshot, profile } = sourceOf(gateSnapshot(given), { gates: [given.gate ?? gate] }, at);
  const policies = params.length === 0 ? policiesByDefault : shippedPolicies(params);
  const { earlier } = given;
  const before =
    earlier && sourceOf(gateSnapshot(earlier), {}, earlier.at ?? "2026-07-26T12:00:00Z");
  return evaluate(policies, snapshot, profile, {
    evaluatedAt: instant(at),
    ...(before === undefined ? {} : { earlier: before.snapshot }),
    ...options,
  });
}
