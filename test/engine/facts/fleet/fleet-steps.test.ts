import { describe, expect, it } from "vitest";
import {
  fleetAdopted,
  fleetCanaried,
  fleetReconciled,
} from "../../../../src/engine/facts/fleet/fleet-progress.ts";
import {
  fleetUnrecordedAdoptions,
  fleetUnrecordedNodeNames,
} from "../../../../src/engine/facts/fleet/fleet-unrecorded.ts";
import { codesOf, derive, evidenceOf } from "../derive.ts";
import { withMarkers } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  type FleetCase,
  fleetOf,
  fleetSnapshot,
  fleetSubject,
  helmReleaseKey,
  helmReleaseObject,
  seedRevisions,
  stepOf,
  ungatedFleet,
} from "./cilium-fleet.ts";

const [r19, r20, , r26, r27] = seedRevisions;
if (!(r19 && r20 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];
const canary = { name: "canary", node: "n1", hash: now, createdAt: "2026-08-06T09:00:05Z" };
const stepped = [canary, ...agents(8, old)];
const verified = stepOf("n1", now, { verifiedAt: "2026-08-06T09:20:00Z" });

describe("whether the wanted revision was tried", () => {
  it.each<{ given: FleetCase; canaried: unknown; why: string }>([
    { given: { steps: [] }, canaried: "none", why: "nobody stepped anything, and said so" },
    { given: {}, canaried: "absent", why: "no steps are recorded, as far as the profile says" },
    { given: { pods: stepped, steps: [verified] }, canaried: "verified", why: "a node was" },
    {
      given: { pods: stepped, steps: [stepOf("n1", now, { verifiedAt: canary.createdAt })] },
      canaried: "verified",
      why: "it was checked in the second in which the pod was created",
    },
    {
      given: { pods: stepped, steps: [stepOf("n1", now, { verifiedAt: "2026-08-06T09:00:04Z" })] },
      canaried: "void",
      why: "the pod is a second younger than what was seen of it: another one",
    },
    {
      given: { pods: stepped, steps: [{ ...verified, pod: "pod-canary" }] },
      canaried: "verified",
      why: "the record names the pod that runs",
    },
    {
      given: { pods: stepped, steps: [{ ...verified, pod: "pod-before" }] },
      canaried: "void",
      why: "the record names a pod that is gone",
    },
    {
      given: { steps: [stepOf("n1", r26.hash)] },
      canaried: "void",
      why: "what was verified is another revision: the template has moved since",
    },
    {
      given: { steps: [verified] },
      canaried: "void",
      why: "the node that was verified does not run it any more",
    },
    {
      given: { steps: [stepOf("n1", r26.hash, { result: "failed" })] },
      canaried: "none",
      why: "a failure of another revision says nothing of this one",
    },
    {
      given: { pods: stepped, steps: [{ ...verified, result: "failed" }] },
      canaried: "failed",
      why: "the checks failed",
    },
    {
      given: { steps: [{ ...verified, result: "failed" }] },
      canaried: "failed",
      why: "they failed, and the pod was replaced since: that does not take the failure away",
    },
    {
      given: {
        pods: stepped,
        steps: [verified, { ...verified, result: "failed", verifiedAt: "2026-08-06T09:30:00Z" }],
      },
      canaried: "failed",
      why: "a later check of the same node failed",
    },
    {
      given: {
        pods: stepped,
        steps: [verified, { ...verified, result: "failed", verifiedAt: "2026-08-06T09:10:00Z" }],
      },
      canaried: "verified",
      why: "the failure was before, and the node was verified since",
    },
    {
      given: { pods: stepped, steps: [verified, { ...verified, result: "failed" }] },
      canaried: "failed",
      why: "two records of one instant: the worse one counts",
    },
    {
      given: { pods: stepped, steps: [verified, stepOf("n2", now, { result: "failed" })] },
      canaried: "failed",
      why: "one node was verified, another failed",
    },
    {
      given: {
        pods: stepped,
        steps: [
          {
            daemonSet: "kube-system/cilium",
            node: "n1",
            revision: now,
            at: "2026-08-06T09:00:06Z",
          },
        ],
      },
      canaried: "unverified",
      why: "it was stepped, and nothing was checked yet",
    },
    {
      given: { pods: stepped, steps: [{ ...verified, daemonSet: "kube-system/other" }] },
      canaried: "none",
      why: "the record is of another DaemonSet",
    },
    {
      given: { pods: stepped, steps: [{ ...verified, verifiedAt: "2026-08-06T12:00:01Z" }] },
      canaried: "none",
      why: "the record is dated after the snapshot",
    },
  ])("is $canaried: $why", ({ given, canaried }) => {
    expect(shown(derive(fleetCanaried, fleetSubject(given)))).toEqual(canaried);
  });

  it.each<{ given: FleetCase; codes: string[]; why: string }>([
    {
      given: { stepsRecorded: true },
      codes: ["NotRead"],
      why: "steps are recorded, none were given",
    },
    {
      given: { steps: [], gaps: [{ part: "steps", reason: "Forbidden" }] },
      codes: ["Forbidden"],
      why: "not all records could be read",
    },
    {
      given: { steps: [verified], pods: stepped, coverage: [] },
      codes: ["NotRead"],
      why: "revisions were not listed whole",
    },
  ])("is not known: $why", ({ given, codes }) => {
    const fact = derive(fleetCanaried, fleetSubject(given));
    expect(codesOf(fact)).toEqual(codes);
    expect(fact).toMatchObject({ present: true });
  });

  it("cites the record", () => {
    expect(evidenceOf(fleetCanaried, fleetSubject({ pods: stepped, steps: [verified] }))).toEqual([
      ["/steps/0/revision", now],
    ]);
  });
});

describe("what was adopted without a step", () => {
  const onDay = (createdAt: string) => agents(9, old, { createdAt });
  it.each<{ given: FleetCase; told: unknown; why: string }>([
    {
      given: { steps: [] },
      told: ["19 ×9 on 2026-07-28"],
      why: "the seed: reboots of 07-28 made all agents anew from revision 19",
    },
    {
      given: {
        steps: [],
        pods: [...onDay("2026-07-28T10:00:00Z"), { ...canary, createdAt: "2026-08-06T08:00:00Z" }],
      },
      told: ["19 ×9 on 2026-07-28", "27 ×1 on 2026-08-06"],
      why: "a node that joined got the newest template",
    },
    {
      given: { steps: [verified], pods: [canary] },
      told: [],
      why: "the step is recorded",
    },
    {
      given: { steps: [{ ...verified, result: "failed" }], pods: [canary] },
      told: [],
      why: "a step that failed was one all the same",
    },
    {
      given: { steps: [stepOf("n2", now)], pods: [canary] },
      told: ["27 ×1 on 2026-08-06"],
      why: "the record is of another node",
    },
    {
      given: { steps: [stepOf("n1", old)], pods: [canary] },
      told: ["27 ×1 on 2026-08-06"],
      why: "the record is of another revision",
    },
    {
      given: {
        steps: [],
        revisions: [{ ...r19, createdAt: "2026-07-24T23:59:59Z" }, r27],
      },
      told: [],
      why: "the revision is older than the hold by more than a day",
    },
    {
      given: { steps: [], revisions: [{ ...r19, createdAt: "2026-07-25T00:00:00Z" }, r27] },
      told: ["19 ×9 on 2026-07-28"],
      why: "it was cut within a day of the marker's day, whose author may be ahead of UTC",
    },
    {
      given: { steps: [], revisions: [{ ...r19, number: 1 }, r27] },
      told: [],
      why: "the first template of a DaemonSet replaces nothing",
    },
    { given: {}, told: "absent", why: "no steps are recorded" },
    {
      given: { steps: [], strategy: { type: "RollingUpdate" } },
      told: "absent",
      why: "the controller replaces pods by itself",
    },
    {
      given: { steps: [], pods: agents(2, old, { isTerminating: true }) },
      told: [],
      why: "pods on their way out are adopted by nobody",
    },
  ])("is $told: $why", ({ given, told }) => {
    expect(shown(derive(fleetUnrecordedAdoptions, fleetSubject(given)))).toEqual(told);
  });

  it("names the nodes, and the pods that say so", () => {
    const subject = fleetSubject({ steps: [], pods: [canary] });
    expect(shown(derive(fleetUnrecordedNodeNames, subject))).toEqual(["n1"]);
    expect(evidenceOf(fleetUnrecordedNodeNames, subject)).toEqual([
      ["/objects/v1~1Pod~1kube-system~1canary/metadata/labels/controller-revision-hash", now],
    ]);
  });

  it("counts from the first record where no gate says since when the fleet is held", () => {
    const record = stepOf("n1", now, {
      at: "2026-08-01T00:00:00Z",
      verifiedAt: "2026-08-06T09:20:00Z",
    });
    const given = { pods: stepped };
    const told = (steps: FleetCase["steps"]) =>
      shown(derive(fleetUnrecordedNodeNames, ungatedFleet({ ...given, ...(steps && { steps }) })));
    expect(told([record])).toEqual([]);
    expect(told([{ ...record, at: "2026-07-25T22:59:29Z" }])).toHaveLength(8);
    expect(told([])).toHaveLength(9);
  });

  it("is not known while the marker is not, or while a pod cannot be joined", () => {
    const noMarker = { ...fleetSnapshot({ steps: [] }), git: { files: withMarkers() } };
    expect(codesOf(derive(fleetUnrecordedNodeNames, fleetOf(noMarker)))).toEqual(["NotRecorded"]);
    const unread = { ...fleetSnapshot({ steps: [] }), git: { files: {} } };
    expect(codesOf(derive(fleetUnrecordedNodeNames, fleetOf(unread)))).toEqual(["NotRead"]);
    const stray = fleetSubject({ steps: [], pods: agents(1, "unheard") });
    expect(codesOf(derive(fleetUnrecordedNodeNames, stray))).toEqual(["Inconsistent"]);
  });
});

const allUpdated = {
  currentNumberScheduled: 9,
  desiredNumberScheduled: 9,
  updatedNumberScheduled: 9,
  numberMisscheduled: 0,
  numberReady: 9,
  observedGeneration: 24,
};

describe("reconciled and adopted", () => {
  const delivered = (status: string) => ({
    objects: { [helmReleaseKey]: helmReleaseObject([{ type: "Ready", status }]) },
  });
  it.each<{ given: FleetCase; reconciled: unknown; adopted: unknown; why: string }>([
    {
      given: delivered("True"),
      reconciled: true,
      adopted: false,
      why: "the seed: Helm has delivered, and no node runs it",
    },
    { given: delivered("False"), reconciled: false, adopted: false, why: "Helm has failed" },
    {
      given: { ...delivered("True"), status: { ...allUpdated, observedGeneration: 23 } },
      reconciled: false,
      adopted: false,
      why: "the controller has not seen the newest spec",
    },
    {
      given: { ...delivered("True"), pods: agents(9, now), status: allUpdated },
      reconciled: true,
      adopted: true,
      why: "every node runs what is wanted",
    },
    {
      given: {
        ...delivered("True"),
        pods: agents(8, now),
        status: { ...allUpdated, currentNumberScheduled: 8 },
      },
      reconciled: true,
      adopted: false,
      why: "a node has no pod yet",
    },
    {
      given: {
        ...delivered("True"),
        pods: [],
        status: { ...allUpdated, currentNumberScheduled: 0, desiredNumberScheduled: 0 },
      },
      reconciled: true,
      adopted: false,
      why: "nobody runs it where no node is wanted",
    },
  ])("are $reconciled and $adopted: $why", ({ given, reconciled, adopted }) => {
    const subject = fleetSubject(given);
    expect(shown(derive(fleetReconciled, subject))).toEqual(reconciled);
    expect(shown(derive(fleetAdopted, subject))).toEqual(adopted);
  });

  it("are not known while what they rest on is not", () => {
    const subject = fleetSubject({ pods: agents(9, now), status: allUpdated, coverage: [] });
    expect(codesOf(derive(fleetReconciled, subject))).toContain("NotRead");
    expect(codesOf(derive(fleetAdopted, subject))).toContain("NotRead");
  });

  it("are absent where there is no DaemonSet", () => {
    const none = fleetOf({ coverage: [{ kind: "apps/v1/DaemonSet", complete: true }] });
    expect(shown(derive(fleetReconciled, none))).toBe("absent");
    expect(shown(derive(fleetAdopted, none))).toBe("absent");
  });
});
