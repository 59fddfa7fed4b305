import { describe, expect, it } from "vitest";
import { parseTimestamp } from "../../src/time/time.ts";
import { checkStepWarrant, type StepWarrantCheck } from "../../src/warrant/check-step-warrant.ts";
import { planStepWarrants } from "../../src/warrant/plan-step-warrants.ts";
import { parseAnyWarrant } from "../../src/warrant/read-any-warrant.ts";
import { type StepWarrant, writeStepWarrant } from "../../src/warrant/step-warrant.ts";
import { contentDigestOf } from "../../src/warrant/warrant.ts";
import {
  podKey,
  podObject,
  seedRevisions,
  stepOf,
  wholeCoverage,
} from "../engine/facts/fleet/cilium-fleet.ts";
import {
  canaryPod,
  caseOf,
  now,
  old,
  policies,
  type RolloutCase,
} from "../engine/rollout/small-fleet.ts";

const r26 = seedRevisions[3];
if (r26 === undefined) throw new Error("the seed has five revisions");

function planned(given: RolloutCase = {}) {
  const { snapshot, profile } = caseOf(given);
  const named = { ...snapshot, metadata: { cluster: "the-cluster" } };
  return planStepWarrants(policies, named, profile);
}

function warrantFor(node: string): StepWarrant {
  const warrant = planned().warrants.find((each) => each.node.name === node);
  if (warrant === undefined) throw new Error(`no warrant for ${node}`);
  return warrant;
}

interface CheckCase extends RolloutCase {
  readonly takenAt?: string;
  readonly now?: string;
  readonly cluster?: string;
}

function check(node: string, given: CheckCase, warrant = warrantFor(node)): StepWarrantCheck {
  const { snapshot, profile } = caseOf(given);
  const takenAt = given.takenAt ?? "2026-08-06T12:05:00Z";
  const fresh = { ...snapshot, takenAt, metadata: { cluster: given.cluster ?? "the-cluster" } };
  const evaluatedAt = parseTimestamp(given.now ?? takenAt);
  if (evaluatedAt === undefined) throw new Error("no instant");
  return checkStepWarrant(warrant, fresh, policies, profile, { evaluatedAt });
}

/** `stands replace`, `paused replace OneAtATime`, `void revision`. */
function told(answer: StepWarrantCheck): string {
  switch (answer.outcome) {
    case "stands":
      return `stands ${answer.phase}`;
    case "paused":
      return `paused ${answer.phase} ${answer.unmet.map(({ guard }) => guard).join(" ")}`;
    case "void":
      return `void ${answer.moved.map(({ fact }) => fact).join(" ")}`;
    case "unconfirmed":
      return `unconfirmed ${answer.unconfirmed.map(({ fact }) => fact).join(" ")}`;
    case "done":
      return "done";
  }
}

const newPod = { name: "agent-w-1-new", ...canaryPod, createdAt: "2026-08-06T12:01:00Z" };
const leavingPod = { name: "agent-w-1", node: "w-1", hash: old, isTerminating: true };
const verified = stepOf("w-1", now, { at: "2026-08-06T12:02:00Z" });

describe("warrants of a rollout's steps", () => {
  it("are issued for each step that replaces a pod, bound to what it rests on", () => {
    const { warrants, withheld } = planned();
    expect(warrants.map(({ node }) => node.name)).toEqual(["w-1", "w-2", "cp-1", "cp-2", "cp-3"]);
    expect(withheld).toEqual([]);
    expect(warrants[0]).toMatchObject({
      kind: "StepWarrant",
      issuedAt: "2026-08-06T12:00:00Z",
      validUntil: "2026-08-06T13:00:00Z",
      cluster: "the-cluster",
      daemonSet: { name: "kube-system/cilium" },
      node: { name: "w-1", uid: "uid-w-1" },
      pod: { name: "agent-w-1", uid: "pod-agent-w-1" },
      revision: now,
    });
  });

  it("are not issued for a check alone, nor where something is lacking", () => {
    expect(planned({ runs: { "w-1": canaryPod } }).warrants.map(({ node }) => node.name)).toEqual([
      "w-2",
      "cp-1",
      "cp-2",
      "cp-3",
    ]);
    expect(planned({ nodes: { "w-1": null } }).withheld).toEqual([
      {
        daemonSet: "kube-system/cilium",
        node: "w-1",
        message: "not known, and so not to be bound: the UID of the Node",
      },
    ]);
    const { snapshot, profile } = caseOf();
    const { withheld } = planStepWarrants(policies, snapshot, profile);
    expect(withheld.map(({ message }) => message).join()).toMatch(/the cluster, by the UID/);
    expect(withheld).toHaveLength(5);
  });

  it.each([0, 1441, 1.5])("are not issued for %s minutes", (validMinutes) => {
    const { snapshot, profile } = caseOf();
    const plan = () => planStepWarrants(policies, snapshot, profile, { validMinutes });
    expect(plan).toThrow(RangeError);
  });
});

interface CheckRow {
  readonly node: string;
  readonly given: CheckCase;
  readonly outcome: string;
  readonly why: string;
}

describe("the check of a step's warrant", () => {
  it.each<CheckRow>([
    { node: "w-1", given: {}, outcome: "stands replace", why: "nothing has moved" },
    {
      node: "w-2",
      given: {},
      outcome: "paused replace PredecessorVerified",
      why: "the canary comes first",
    },
    {
      node: "w-2",
      given: { runs: { "w-1": newPod } },
      outcome: "paused replace PredecessorVerified",
      why: "the canary runs, and nobody recorded what came of it",
    },
    {
      node: "w-2",
      given: { runs: { "w-1": newPod }, steps: [verified] },
      outcome: "stands replace",
      why: "the canary was verified",
    },
    {
      node: "w-1",
      given: { runs: { "w-2": { isReady: false } } },
      outcome: "paused replace OneAtATime",
      why: "another pod went down meanwhile",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": { isTerminating: true } } },
      outcome: "stands ready",
      why: "the pod was deleted and is on its way out",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": { phase: "Failed", isReady: false } } },
      outcome: "stands ready",
      why: "the pod failed, and the controller makes another one",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": { ...newPod, node: null, madeFor: "w-1", isReady: null } } },
      outcome: "stands ready",
      why: "the new pod is not bound yet",
    },
    {
      node: "w-1",
      given: {
        runs: { "w-1": newPod },
        objects: { [podKey(leavingPod.name)]: podObject(leavingPod) },
      },
      outcome: "stands ready",
      why: "the new pod is up, and the old one is still on its way out",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": { ...newPod, isReady: false } } },
      outcome: "stands ready",
      why: "the new pod is not up yet",
    },
    { node: "w-1", given: { runs: { "w-1": newPod } }, outcome: "stands record", why: "it is up" },
    {
      node: "w-1",
      given: { runs: { "w-1": newPod }, nodes: { "w-1": { ready: "False" } } },
      outcome: "stands ready",
      why: "its node is not Ready",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": newPod }, steps: [verified] },
      outcome: "done",
      why: "it was verified",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": newPod }, gaps: [{ part: "steps", reason: "Forbidden" }] },
      outcome: "unconfirmed step",
      why: "records could not be read",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": newPod }, steps: [{ ...verified, result: "failed" }] },
      outcome: "void step",
      why: "the checks failed",
    },
    {
      node: "w-1",
      given: { template: r26.template },
      outcome: "void revision",
      why: "another template is wanted now",
    },
    {
      node: "w-1",
      given: { template: r26.template, runs: { "w-1": newPod } },
      outcome: "void revision",
      why: "the template moved after the pod was replaced",
    },
    {
      node: "w-1",
      given: { template: {} },
      outcome: "unconfirmed revision",
      why: "the wanted template is not recorded yet",
    },
    {
      node: "w-1",
      given: { runs: { "w-1": { name: "agent-w-1-again" } } },
      outcome: "void pod.revision",
      why: "another pod of the old revision runs",
    },
    {
      node: "w-1",
      given: { nodes: { "w-1": null } },
      outcome: "void node.uid",
      why: "the node is gone",
    },
    { node: "w-1", given: { cluster: "another" }, outcome: "void cluster", why: "another cluster" },
    {
      node: "w-1",
      given: { coverage: [] },
      outcome: "unconfirmed revision pod.uid",
      why: "nothing was listed whole",
    },
    {
      node: "w-1",
      given: { coverage: wholeCoverage.filter(({ kind }) => kind !== "v1/Pod"), pods: [] },
      outcome: "unconfirmed pod.uid",
      why: "a pod that was not seen is not a pod that is gone",
    },
    {
      node: "w-1",
      given: { pods: [] },
      outcome: "stands ready",
      why: "the pod is gone, and the next one is still to be made",
    },
    {
      node: "w-1",
      given: { strategy: { type: "RollingUpdate" } },
      outcome: "paused replace Planned",
      why: "the controller rolls by itself now",
    },
    {
      node: "w-1",
      given: { takenAt: "2026-08-06T13:00:00Z" },
      outcome: "void validUntil",
      why: "it is not begun, and its time is over",
    },
    {
      node: "w-1",
      given: { takenAt: "2026-08-06T12:59:59Z" },
      outcome: "stands replace",
      why: "a second before that",
    },
    {
      node: "w-1",
      given: { takenAt: "2026-08-06T13:00:00Z", runs: { "w-1": newPod } },
      outcome: "stands record",
      why: "it was begun, so it may be finished",
    },
    {
      node: "w-1",
      given: { now: "2026-08-06T12:20:01Z" },
      outcome: "unconfirmed takenAt",
      why: "the evidence is more than 15 minutes old",
    },
  ])("of $node is $outcome: $why", ({ node, given, outcome }) => {
    expect(told(check(node, given))).toBe(outcome);
  });

  it("is void once the warrant was changed, or the DaemonSet was made anew", () => {
    const warrant = warrantFor("w-1");
    expect(told(check("w-1", {}, { ...warrant, revision: old }))).toBe("void digest revision");
    const { digest: _digest, ...rest } = warrant;
    const other = { ...rest, daemonSet: { ...rest.daemonSet, uid: "before" } };
    const reissued = { ...other, digest: contentDigestOf(other) };
    expect(told(check("w-1", {}, reissued))).toBe("void daemonSet.uid");
  });
});

describe("a step's warrant as a file", () => {
  const warrant = warrantFor("w-1");
  const read = (value: unknown) => parseAnyWarrant(JSON.stringify(value), "w.json");

  function redone(over: Partial<StepWarrant>): StepWarrant {
    const { digest: _digest, ...rest } = { ...warrant, ...over };
    return { ...rest, digest: contentDigestOf(rest) };
  }

  it("is read as it was written, and is good for a day at most", () => {
    const written = parseAnyWarrant(writeStepWarrant(warrant), "w.json");
    expect(written).toEqual({ ok: true, value: warrant });
    expect(read(redone({ validUntil: "2026-08-07T12:00:00Z" })).ok).toBe(true);
  });

  it.each([
    { value: { ...warrant, revision: old }, code: "WARRANT_ALTERED", why: "it was edited" },
    { value: { ...warrant, extra: 1 }, code: "WARRANT_INVALID", why: "it has a field too many" },
    {
      value: redone({ validUntil: warrant.issuedAt }),
      code: "WARRANT_INVALID",
      why: "it ends before it begins",
    },
    {
      value: redone({ validUntil: "2026-08-07T12:00:01Z" }),
      code: "WARRANT_INVALID",
      why: "it is good for more than a day",
    },
    {
      value: redone({ takenAt: "2026-02-30T00:00:00Z" }),
      code: "WARRANT_INVALID",
      why: "its evidence is of a day that does not exist",
    },
    { value: { kind: "StepWarrant" }, code: "WARRANT_INVALID", why: "everything is lacking" },
    { value: { kind: "Other" }, code: "WARRANT_INVALID", why: "it is no warrant" },
  ])("is refused: $why", ({ value, code }) => {
    const result = read(value);
    const codes = result.ok ? [] : result.problems.map((problem) => problem.code);
    expect([...new Set(codes)]).toEqual([code]);
  });
});
