import { describe, expect, it } from "vitest";
import { fleetConsistent } from "../../../../src/engine/facts/fleet/fleet-consistent.ts";
import {
  fleetCurrentNodes,
  fleetStaleNodeNames,
  fleetStaleNodes,
} from "../../../../src/engine/facts/fleet/fleet-nodes.ts";
import { fleetPodCount } from "../../../../src/engine/facts/fleet/fleet-pod-count.ts";
import { fleetRevision } from "../../../../src/engine/facts/fleet/fleet-revision.ts";
import { fleetRunningRevisions } from "../../../../src/engine/facts/fleet/fleet-running-revisions.ts";
import { fleetStalePods } from "../../../../src/engine/facts/fleet/fleet-stale-pods.ts";
import { fleetUnadopted } from "../../../../src/engine/facts/fleet/fleet-unadopted.ts";
import { fleetView, podStateOn } from "../../../../src/engine/facts/fleet/fleet-view.ts";
import { codesOf, derive, evidenceOf } from "../derive.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  type FleetCase,
  fleetOf,
  fleetSubject,
  podKey,
  podObject,
  seedRevisions,
  wholeCoverage,
} from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];

describe("the seed's fleet", () => {
  const subject = fleetSubject();
  it("has nine nodes on revision 19, and 20, 23, 26 and 27 unadopted", () => {
    expect(shown(derive(fleetPodCount, subject))).toBe(9);
    expect(shown(derive(fleetStalePods, subject))).toBe(9);
    expect(shown(derive(fleetCurrentNodes, subject))).toBe(0);
    expect(shown(derive(fleetStaleNodes, subject))).toBe(9);
    expect(shown(derive(fleetRevision, subject))).toBe(`27 (cilium-${now})`);
    expect(shown(derive(fleetRunningRevisions, subject))).toEqual(["19 ×9"]);
    expect(shown(derive(fleetUnadopted, subject))).toEqual(["20", "23", "26", "27"]);
    expect(shown(derive(fleetConsistent, subject))).toBe(true);
  });

  it("tells by which hash each pod was judged", () => {
    const pointers = evidenceOf(fleetStaleNodes, subject).map(([pointer]) => pointer);
    expect(pointers).toHaveLength(9);
    expect(pointers[0]).toBe(
      `/objects/v1~1Pod~1kube-system~1${old}-a1/metadata/labels/controller-revision-hash`,
    );
  });
});

interface AdoptionRow {
  readonly given: FleetCase;
  readonly current: unknown;
  readonly stale: unknown;
  readonly why: string;
}

describe("current and stale nodes", () => {
  const a = { name: "a", node: "n1" };
  const b = { name: "b", node: "n1" };
  const early = "2026-08-01T00:00:00Z";
  const late = "2026-08-06T00:00:00Z";
  it.each<AdoptionRow>([
    { given: { pods: agents(9, now) }, current: 9, stale: 0, why: "all run the newest" },
    {
      given: { pods: [...agents(2, now), ...agents(7, old)] },
      current: 2,
      stale: 7,
      why: "two were stepped",
    },
    { given: { pods: [] }, current: 0, stale: 0, why: "there is no pod" },
    {
      given: {
        pods: [
          { ...a, hash: old, createdAt: early },
          { ...b, hash: now, createdAt: late },
        ],
      },
      current: 0,
      stale: 1,
      why: "of two pods on a node the older counts, and it is stale",
    },
    {
      given: {
        pods: [
          { ...a, hash: old, createdAt: late },
          { ...b, hash: now, createdAt: early },
        ],
      },
      current: 1,
      stale: 0,
      why: "of two pods on a node the older counts, and it is current",
    },
    {
      given: {
        pods: [
          { ...a, hash: now, createdAt: early },
          { ...b, hash: old, createdAt: early },
        ],
      },
      current: 1,
      stale: 0,
      why: "two pods of one age go by name",
    },
    {
      given: {
        pods: [
          { ...a, hash: now, createdAt: "" },
          { ...b, hash: old },
        ],
      },
      current: "unknown",
      stale: "unknown",
      why: "which of two pods is older is not known",
    },
    {
      given: {
        pods: [
          { ...a, hash: old, isTerminating: true },
          { ...b, hash: now },
        ],
      },
      current: 1,
      stale: 0,
      why: "a pod that is being deleted does not count",
    },
    {
      given: { pods: [{ ...a, hash: old, isTerminating: true }] },
      current: 0,
      stale: 0,
      why: "a node whose only pod is being deleted is neither",
    },
    {
      given: {
        pods: [
          { ...a, hash: old, phase: "Failed" },
          { ...b, hash: now },
        ],
      },
      current: 1,
      stale: 0,
      why: "a pod that ended does not count",
    },
    {
      given: {
        pods: [
          { ...a, hash: now, node: null },
          { ...b, hash: old },
        ],
      },
      current: 0,
      stale: 1,
      why: "a pod that is not bound is on no node",
    },
    {
      given: { pods: [{ ...a, hash: old, generation: "19" }] },
      current: 1,
      stale: 0,
      why: "the template generation alone makes a pod updated",
    },
    {
      given: { pods: [{ ...a, hash: old, generation: "19" }], metadata: { annotations: {} } },
      current: 0,
      stale: 1,
      why: "without the annotation the generation says nothing",
    },
    {
      given: { pods: [{ name: "a", hash: old, uid: "another" }] },
      current: 0,
      stale: 0,
      why: "a pod of another owner is not one of the fleet",
    },
    {
      given: { pods: [{ name: "a" }] },
      current: "unknown",
      stale: "unknown",
      why: "the pod has no hash",
    },
    {
      given: { pods: [{ ...a, hash: "ffffffffff" }] },
      current: "unknown",
      stale: "unknown",
      why: "no revision has the pod's hash",
    },
  ])("are $current and $stale: $why", ({ given, current, stale }) => {
    const subject = fleetSubject(given);
    expect(shown(derive(fleetCurrentNodes, subject))).toBe(current);
    expect(shown(derive(fleetStaleNodes, subject))).toBe(stale);
  });

  it("are named in code-unit order", () => {
    const pods = ["b", "a", "B"].map((name) => ({ name, hash: old, node: name }));
    expect(shown(derive(fleetStaleNodeNames, fleetSubject({ pods })))).toEqual(["B", "a", "b"]);
  });

  it("have a least number while some pods cannot be judged", () => {
    const subject = fleetSubject({ pods: [...agents(2, now), ...agents(3, old), { name: "x" }] });
    expect(derive(fleetCurrentNodes, subject)).toMatchObject({ state: "unknown", atLeast: 2 });
    expect(derive(fleetStaleNodes, subject)).toMatchObject({ state: "unknown", atLeast: 3 });
    expect(codesOf(derive(fleetStaleNodeNames, subject))).toEqual(["Unparsable"]);
  });
});

describe("a fleet of which not all was read", () => {
  const without = (kind: string): FleetCase => ({
    coverage: wholeCoverage.filter((entry) => entry.kind !== kind),
  });
  it("has at least the pods, stale and all, that were seen", () => {
    const subject = fleetSubject({ ...without("v1/Pod"), pods: agents(5, old) });
    expect(derive(fleetPodCount, subject)).toMatchObject({ state: "unknown", atLeast: 5 });
    expect(derive(fleetStalePods, subject)).toMatchObject({ state: "unknown", atLeast: 5 });
  });

  it("says nothing of nodes: a pod not seen may be older than one that was", () => {
    const subject = fleetSubject({ ...without("v1/Pod"), pods: agents(5, now) });
    expect(derive(fleetCurrentNodes, subject)).toMatchObject({ state: "unknown", atLeast: 0 });
    expect(derive(fleetConsistent, subject)).toMatchObject({
      state: "unknown",
      reasons: [
        {
          code: "NotRead",
          cure: "kubectl get pods -n kube-system -o json, and a manifest that says `coverage: [{kind: v1/Pod, namespace: kube-system, complete: true}]`",
        },
      ],
    });
  });

  it("keeps a pod that its generation proves current while revisions were not read", () => {
    const subject = fleetSubject({
      ...without("apps/v1/ControllerRevision"),
      pods: [...agents(2, now, { generation: "19" }), ...agents(1, old)],
    });
    expect(derive(fleetCurrentNodes, subject)).toMatchObject({ state: "unknown", atLeast: 2 });
    expect(codesOf(derive(fleetRevision, subject))).toEqual(["NotRead"]);
    expect(codesOf(derive(fleetUnadopted, subject))).toEqual(["NotRead"]);
  });

  it("is open where a list claims to be complete but a pod is a gap", () => {
    const gaps = [{ part: "objects", name: podKey("lost"), reason: "Unparsable" }] as const;
    expect(codesOf(derive(fleetPodCount, fleetSubject({ gaps })))).toEqual(["Unparsable"]);
  });

  it("is not open for a gap in another namespace", () => {
    const gaps = [{ part: "objects", name: "v1/Pod/default/x", reason: "Unparsable" }] as const;
    expect(shown(derive(fleetPodCount, fleetSubject({ gaps })))).toBe(9);
  });
});

describe("podStateOn", () => {
  const pods = [
    { name: "a", node: "n1", hash: now },
    { name: "b", node: "n2", hash: old },
    { name: "c", node: "n3", hash: old, isTerminating: true },
    { name: "d", node: "n4" },
    { name: "e", node: "n5", hash: old, phase: "Succeeded" },
    { name: "f", node: null, madeFor: "n7", hash: now },
    { name: "g", node: "n8", hash: old, phase: "Failed" },
    { name: "h", node: null, madeFor: "n8", hash: now },
    { name: "i", node: "n9", hash: old, phase: "Failed" },
    { name: "j", node: "n9", hash: now, createdAt: "2026-08-06T09:00:00Z" },
    { name: "k", node: "n10", hash: old, phase: "Failed", isTerminating: true },
  ];
  const name = { namespace: "kube-system", name: "cilium" };
  it.each([
    { node: "n1", state: "current", why: "its pod is of the wanted revision" },
    { node: "n2", state: "stale", why: "its pod is of another one" },
    { node: "n3", state: "terminating", why: "its only pod is on its way out" },
    { node: "n4", state: "unknown", why: "its pod says no revision" },
    { node: "n5", state: "ended", why: "its only pod is through" },
    { node: "n6", state: "missing", why: "no pod was made for it" },
    { node: "n7", state: "pending", why: "a pod was made for it, and is not bound" },
    { node: "n8", state: "pending", why: "its pod failed, and the next one is not bound" },
    { node: "n9", state: "current", why: "its pod failed, and the next one runs" },
    { node: "n10", state: "missing", why: "its pod failed and is all but gone: nobody counts it" },
  ])("is $state on $node: $why", ({ node, state }) => {
    const view = fleetView(fleetSubject({ pods }).source, name);
    expect(podStateOn(view, node).state).toBe(state);
  });

  it("is unknown wherever pods may not have been seen", () => {
    const view = fleetView(fleetSubject({ pods, coverage: [] }).source, name);
    expect(["n1", "n6"].map((node) => podStateOn(view, node).state)).toEqual([
      "unknown",
      "unknown",
    ]);
    const unread = fleetView(
      fleetOf({ objects: { [podKey("a")]: podObject({ name: "a" }) } }).source,
      name,
    );
    expect(podStateOn(unread, "n1")).toMatchObject({
      state: "unknown",
      reasons: [{ code: "NotRead" }],
    });
  });
});
