import { describe, expect, it } from "vitest";
import { fleetBehind } from "../../../../src/engine/facts/fleet/fleet-behind.ts";
import { fleetLeaving } from "../../../../src/engine/facts/fleet/fleet-leaving.ts";
import { fleetMissingNodes } from "../../../../src/engine/facts/fleet/fleet-missing-nodes.ts";
import {
  fleetEndedNodeNames,
  fleetFailedPods,
  fleetNotReadyNodeNames,
  fleetPendingPodNames,
  fleetTerminatingNodeNames,
} from "../../../../src/engine/facts/fleet/fleet-pod-troubles.ts";
import { fleetRenumbered } from "../../../../src/engine/facts/fleet/fleet-renumbered.ts";
import { fleetStrayNodeNames } from "../../../../src/engine/facts/fleet/fleet-stray-nodes.ts";
import { fleetUnlistedNodeNames } from "../../../../src/engine/facts/fleet/fleet-unlisted-nodes.ts";
import { undoReplacesPods, undoRevision } from "../../../../src/engine/facts/fleet/undo.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive } from "../derive.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  type FleetCase,
  fleetOf,
  fleetSubject,
  revisionKey,
  revisionObject,
  seedRevisions,
  wholeCoverage,
} from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];

function nodeEntry(name: string): readonly [string, ClusterObject] {
  return [`v1/Node//${name}`, { apiVersion: "v1", kind: "Node", metadata: { name, uid: name } }];
}

function nodes(...names: readonly string[]): Pick<FleetCase, "objects" | "coverage"> {
  return {
    objects: Object.fromEntries(names.map(nodeEntry)),
    coverage: [...wholeCoverage, { kind: "v1/Node", complete: true }],
  };
}

function counts(desired: number, scheduled: number): NonNullable<FleetCase["status"]> {
  return {
    desiredNumberScheduled: desired,
    currentNumberScheduled: scheduled,
    numberMisscheduled: 0,
    numberReady: scheduled,
    observedGeneration: 24,
  };
}

describe("pods on nodes that a whole list lacks", () => {
  const pods = agents(2, now);
  const [one = "", other = ""] = pods.map(({ name }) => `node-of-${name}`);
  it.each<{ given: FleetCase; unlisted: unknown; why: string }>([
    {
      given: { pods, ...nodes(one, other) },
      unlisted: [],
      why: "all are listed",
    },
    {
      given: { pods, ...nodes(one) },
      unlisted: [other],
      why: "one Node is gone, or of another cluster",
    },
    {
      given: { pods, ...nodes() },
      unlisted: [one, other],
      why: "zero nodes, of a wrong context",
    },
    {
      given: { pods: [], ...nodes() },
      unlisted: [],
      why: "no pods either: that is another finding",
    },
    {
      given: { pods },
      unlisted: "absent",
      why: "Nodes were not listed, so nobody could tell",
    },
    {
      given: {
        pods,
        ...nodes(one),
        gaps: [{ part: "objects", name: "v1/Node//other", reason: "Unparsable" }],
      },
      unlisted: "absent",
      why: "a Node could not be read",
    },
  ])("are $unlisted: $why", ({ given, unlisted }) => {
    expect(shown(derive(fleetUnlistedNodeNames, fleetSubject(given)))).toEqual(unlisted);
  });
});

describe("how far behind", () => {
  it.each<{ given: FleetCase; behind: unknown; why: string }>([
    { given: {}, behind: 4, why: "the seed: 20, 23, 26 and 27, though 27 − 19 is 8" },
    { given: { pods: agents(3, now) }, behind: 0, why: "every node runs what is wanted" },
    {
      given: { pods: [...agents(3, now), ...agents(1, r26.hash)] },
      behind: 1,
      why: "one node lacks one revision",
    },
    {
      given: { pods: [...agents(1, old), ...agents(1, r26.hash)] },
      behind: 4,
      why: "the one furthest behind counts",
    },
    { given: { pods: [] }, behind: 0, why: "no pod runs" },
    {
      given: {
        revisions: [r19, r20, { ...r26, number: 20 }, r27],
        pods: agents(1, r20.hash),
      },
      behind: 1,
      why: "a revision of the same number is not ahead",
    },
    {
      given: { revisions: [r19, r20, { ...r26, number: 20 }, r27] },
      behind: 3,
      why: "two objects of one number are two",
    },
    {
      given: {
        revisions: [r20, r27, { ...r19, number: 28 }],
        pods: agents(1, old),
        template: r19.template,
      },
      behind: 0,
      why: "an old template that is wanted again is current",
    },
  ])("$behind: $why", ({ given, behind }) => {
    expect(shown(derive(fleetBehind, fleetSubject(given)))).toEqual(behind);
  });

  it("is a least number while some node cannot be judged", () => {
    const pods = [...agents(1, r26.hash), ...agents(1, "unheard")];
    expect(derive(fleetBehind, fleetSubject({ pods }))).toMatchObject({
      state: "unknown",
      atLeast: 1,
      reasons: [{ code: "Inconsistent" }],
    });
  });
});

describe("nodes whose pods need a look", () => {
  const pods = [
    { name: "a", node: "n1", hash: now },
    { name: "b", node: "n2", hash: now, isReady: false },
    { name: "c", node: "n3", hash: now, isTerminating: true },
    { name: "d", node: "n4", hash: "unheard" },
    { name: "e", node: "n5", hash: now, phase: "Failed" },
    { name: "f", node: "n5", hash: now },
    { name: "g", node: null, madeFor: "n6", hash: now, isReady: null },
    { name: "h", node: null, hash: now, isReady: null },
    { name: "i", node: "n7", hash: now, phase: "Failed", isReady: false },
  ];
  const subject = fleetSubject({ pods });

  it("are told apart", () => {
    expect(
      shown(
        derive(
          fleetNotReadyNodeNames,
          fleetSubject({ pods: pods.filter(({ node }) => node !== "n4") }),
        ),
      ),
    ).toEqual(["n2"]);
    expect(shown(derive(fleetTerminatingNodeNames, subject))).toEqual(["n3"]);
    expect(shown(derive(fleetStrayNodeNames, subject))).toEqual(["n4"]);
    expect(shown(derive(fleetFailedPods, subject))).toBe(2);
    expect(shown(derive(fleetPendingPodNames, subject))).toEqual(["g for n6", "h"]);
    expect(shown(derive(fleetEndedNodeNames, subject))).toEqual(["n7"]);
  });

  it("are not known where pods were not all seen", () => {
    const open = fleetSubject({ pods, coverage: [] });
    for (const fact of [fleetPendingPodNames, fleetEndedNodeNames])
      expect(shown(derive(fact, open))).toBe("unknown");
  });

  it("count the older of two pods on a node", () => {
    const two = [
      { name: "a", node: "n1", hash: now, isReady: false, createdAt: "2026-08-01T00:00:00Z" },
      { name: "b", node: "n1", hash: now, createdAt: "2026-08-02T00:00:00Z" },
    ];
    expect(shown(derive(fleetNotReadyNodeNames, fleetSubject({ pods: two })))).toEqual(["n1"]);
  });

  it.each<{ given: FleetCase; codes: string[]; why: string }>([
    { given: { pods, coverage: [] }, codes: ["NotRead"], why: "pods were not listed whole" },
    {
      given: { pods: [{ name: "a", hash: now, isReady: null }] },
      codes: ["Partial"],
      why: "a pod lacks the condition",
    },
  ])("are not known: $why", ({ given, codes }) => {
    expect(codesOf(derive(fleetNotReadyNodeNames, fleetSubject(given)))).toEqual(codes);
  });

  it("are none where the history is whole and every hash in it", () => {
    expect(shown(derive(fleetStrayNodeNames, fleetSubject()))).toEqual([]);
    const trimmed = fleetSubject({ revisions: [r27] });
    expect(shown(derive(fleetStrayNodeNames, trimmed))).toHaveLength(9);
    expect(codesOf(derive(fleetStrayNodeNames, fleetSubject({ coverage: [] })))).toEqual([
      "NotRead",
    ]);
  });
});

describe("nodes without a pod", () => {
  it.each<{ given: FleetCase; missing: unknown; why: string }>([
    {
      given: {
        ...nodes("n1", "n2", "n3"),
        pods: [{ name: "a", node: "n1", hash: old }],
        status: counts(3, 1),
      },
      missing: ["n2", "n3"],
      why: "as many have none as the status lacks",
    },
    { given: { status: counts(9, 9) }, missing: [], why: "the status lacks none" },
    {
      given: {
        ...nodes("n1", "n2"),
        pods: [{ name: "a", node: "n1", hash: old }],
        status: counts(1, 1),
      },
      missing: [],
      why: "a node that is not wanted lacks none",
    },
  ])("are $missing: $why", ({ given, missing }) => {
    expect(shown(derive(fleetMissingNodes, fleetSubject(given)))).toEqual(missing);
  });

  it.each<{ given: FleetCase; codes: string[]; why: string }>([
    {
      given: {
        ...nodes("n1", "n2", "n3"),
        pods: [{ name: "a", node: "n1", hash: old }],
        status: counts(2, 1),
      },
      codes: ["NotRecorded"],
      why: "two have none and one should",
    },
    { given: { pods: [], status: counts(1, 0) }, codes: ["NotRead"], why: "Nodes were not listed" },
    {
      given: {
        ...nodes("n1"),
        pods: [],
        status: counts(1, 0),
        gaps: [{ part: "objects", name: "v1/Node//n2", reason: "Unparsable" }],
      },
      codes: ["NotRead"],
      why: "a Node could not be read",
    },
  ])("cannot be told: $why", ({ given, codes }) => {
    expect(codesOf(derive(fleetMissingNodes, fleetSubject(given)))).toEqual(codes);
  });
});

describe("a DaemonSet that is being deleted", () => {
  it("says so", () => {
    const given = { metadata: { deletionTimestamp: "2026-08-06T11:00:00Z" } };
    expect(shown(derive(fleetLeaving, fleetSubject(given)))).toBe(true);
    expect(shown(derive(fleetLeaving, fleetSubject()))).toBe(false);
    const none = fleetOf({ coverage: [{ kind: "apps/v1/DaemonSet", complete: true }] });
    expect(shown(derive(fleetLeaving, none))).toBe("absent");
  });
});

describe("going back to what runs", () => {
  it.each<{ given: FleetCase; undo: unknown[]; why: string }>([
    {
      given: {},
      undo: [`19 (cilium-${old})`, 0],
      why: "the seed: every agent runs 19, so it is free",
    },
    {
      given: { pods: [...agents(7, old), ...agents(2, now)] },
      undo: [`19 (cilium-${old})`, 2],
      why: "what was stepped already moves back",
    },
    { given: { pods: agents(9, now) }, undo: ["absent", "absent"], why: "no pod is stale" },
    {
      given: { pods: [...agents(2, old), ...agents(2, r20.hash)] },
      undo: [`19 (cilium-${old})`, 2],
      why: "the oldest of equals",
    },
  ])("is $undo: $why", ({ given, undo }) => {
    const subject = fleetSubject(given);
    expect([derive(undoRevision, subject), derive(undoReplacesPods, subject)].map(shown)).toEqual(
      undo,
    );
  });

  it("is not known while a pod cannot be joined", () => {
    const subject = fleetSubject({ pods: [...agents(1, old), ...agents(1, "unheard")] });
    expect(codesOf(derive(undoRevision, subject))).toEqual(["Inconsistent"]);
    expect(codesOf(derive(undoReplacesPods, subject))).toEqual(["Inconsistent"]);
  });
});

describe("revisions of two snapshots", () => {
  const flipped = [r19, r20, r23, { ...r26, number: 24 }];
  it.each<{ given: FleetCase; told: unknown; why: string }>([
    { given: {}, told: "absent", why: "no earlier snapshot was given" },
    { given: { earlier: {} }, told: [], why: "nothing has changed" },
    {
      given: { earlier: { revisions: flipped } },
      told: [`cilium-${r26.hash} 24 → 26`],
      why: "the seed: what was 24 on one day was 26 on the next",
    },
    {
      given: { earlier: { revisions: [r19] } },
      told: [],
      why: "revisions that are new are no renumbering",
    },
    {
      given: {
        earlier: {
          objects: {
            [revisionKey(r26.hash)]: {
              ...revisionObject({ ...r26, number: 24 }),
              metadata: { ...revisionObject(r26).metadata, uid: "of-another-life" },
            },
          },
        },
      },
      told: [],
      why: "an object of the same name and another UID is another one",
    },
  ])("$told: $why", ({ given, told }) => {
    expect(shown(derive(fleetRenumbered, fleetSubject(given)))).toEqual(told);
  });

  it("are not compared where either list is not whole", () => {
    const given = { earlier: { coverage: [] } };
    expect(codesOf(derive(fleetRenumbered, fleetSubject(given)))).toEqual(["NotRead"]);
  });
});
