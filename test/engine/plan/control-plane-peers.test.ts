import { describe, expect, it } from "vitest";
import { controlPlanePeers } from "../../../src/engine/plan/control-plane-peers.ts";
import { createPlanContext } from "../../../src/engine/plan/plan-context.ts";
import { listSubjects } from "../../../src/engine/subjects.ts";
import type { ClusterObject } from "../../../src/snapshot/snapshot.ts";
import { sourceOf } from "../facts/derive.ts";

// Where Nodes are not listed whole the shipped policies decide nothing, as a defect of the inventory may be unseen.
// Other policies may well ask for a reboot then, and the guard has to know.

/** A letter a control plane: `r` is Ready, `d` is down, `u` was not read, `l` is leaving, Ready as yet. */
function controlPlane(letter: string, number: number): ClusterObject {
  const status = letter === "d" ? "False" : "True";
  const conditions = letter === "u" ? [] : [{ type: "Ready", status }];
  const leaves = letter === "l" ? { deletionTimestamp: "2026-08-06T11:00:00Z" } : {};
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: `cp-${number}`,
      uid: `uid-${number}`,
      labels: { "node-role.kubernetes.io/control-plane": "" },
      ...leaves,
    },
    spec: {},
    status: { conditions },
  };
}

function judge(letters: string, isWhole: boolean): string {
  const objects = Object.fromEntries(
    [...letters].map((letter, at) => [`v1/Node//cp-${at + 1}`, controlPlane(letter, at + 1)]),
  );
  const coverage = isWhole ? [{ kind: "v1/Node", complete: true }] : [];
  const source = sourceOf({ objects, coverage }, { nodes: {} });
  const [unmet, ...more] = controlPlanePeers(
    "cp-1",
    createPlanContext(source, listSubjects(source)),
  );
  expect(more).toEqual([]);
  return unmet === undefined ? "met" : unmet.because;
}

describe("controlPlanePeers", () => {
  it.each([
    { letters: "rrr", isWhole: true, is: "met", why: "two others are up" },
    { letters: "drr", isWhole: true, is: "met", why: "how it does itself is another guard's" },
    { letters: "rrrrr", isWhole: true, is: "met", why: "four others are up" },
    { letters: "rrrrd", isWhole: true, is: "seen", why: "one is down, though a quorum is left" },
    { letters: "rr", isWhole: true, is: "seen", why: "one other is too few" },
    { letters: "r", isWhole: true, is: "seen", why: "none is too few" },
    { letters: "rrl", isWhole: true, is: "seen", why: "one of the two will not be there" },
    { letters: "rrrl", isWhole: true, is: "seen", why: "its leaving may fall into the reboot" },
    { letters: "rru", isWhole: true, is: "unknown", why: "one was not read" },
    { letters: "rdu", isWhole: true, is: "seen", why: "one is down, whatever the other is" },
    { letters: "rrr", isWhole: false, is: "unknown", why: "a further one may be down" },
    { letters: "rr", isWhole: false, is: "unknown", why: "there may be a third" },
    { letters: "r", isWhole: false, is: "unknown", why: "there may be others" },
    { letters: "rrd", isWhole: false, is: "seen", why: "one is down, whoever else there is" },
  ])("of $letters, listed whole: $isWhole: $is, as $why", ({ letters, isWhole, is }) => {
    expect(judge(letters, isWhole)).toBe(is);
  });

  it("asks nothing of a worker", () => {
    const source = sourceOf({ objects: { "v1/Node//cp-1": controlPlane("r", 1) } }, { nodes: {} });
    expect(controlPlanePeers("worker-1", createPlanContext(source, listSubjects(source)))).toEqual(
      [],
    );
  });
});
