import { describe, expect, it } from "vitest";
import { fleetConsistent } from "../../../../src/engine/facts/fleet/fleet-consistent.ts";
import { derive } from "../derive.ts";
import { shown } from "../gate/known.ts";
import { agents, type FleetCase, fleetOf, fleetSubject, seedRevisions } from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];

const status = (
  scheduled: number,
  updated: number,
  rest = {},
): NonNullable<FleetCase["status"]> => ({
  desiredNumberScheduled: scheduled,
  currentNumberScheduled: scheduled,
  numberMisscheduled: 0,
  numberReady: scheduled,
  updatedNumberScheduled: updated,
  observedGeneration: 24,
  ...rest,
});

describe("fleet.consistent", () => {
  it.each<{ given: FleetCase; consistent: unknown; why: string }>([
    {
      given: { pods: agents(9, old), status: status(9, 9) },
      consistent: false,
      why: "the status calls stale pods updated",
    },
    {
      given: { pods: [...agents(2, now), ...agents(7, old)], status: status(9, 2) },
      consistent: true,
      why: "both say two of nine",
    },
    {
      given: { pods: agents(8, old), status: status(9, 0) },
      consistent: false,
      why: "a scheduled pod is missing",
    },
    {
      given: { pods: agents(9, old), status: status(8, 0) },
      consistent: false,
      why: "there is a pod too many",
    },
    {
      given: { pods: agents(9, old), status: status(8, 0, { numberMisscheduled: 1 }) },
      consistent: true,
      why: "one pod is on a node that is not wanted",
    },
    {
      given: { pods: agents(9, now), status: status(8, 8, { numberMisscheduled: 1 }) },
      consistent: true,
      why: "the pod on a node that is not wanted does not count as updated",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: old, isTerminating: true }],
        status: status(9, 0),
      },
      consistent: true,
      why: "the controller counts pods that are being deleted",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: now, node: null }],
        status: status(9, 0),
      },
      consistent: true,
      why: "a pod that is not bound yet may be the ninth",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: now, node: null, madeFor: "node-of-x" }],
        status: status(9, 1, { numberReady: 8 }),
      },
      consistent: true,
      why: "a pod that is not bound yet counts for the node that it was made for",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: now, node: null, madeFor: "node-of-x" }],
        status: status(9, 0, { numberReady: 8 }),
      },
      consistent: false,
      why: "and its revision counts as well",
    },
    {
      given: { pods: agents(9, old), status: status(9, 0, { numberReady: 0 }) },
      consistent: false,
      why: "the status says that none is ready, and each pod says that it is",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: old, isReady: false }],
        status: status(9, 0),
      },
      consistent: false,
      why: "the status calls a pod ready that says it is not",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: old, isReady: null }],
        status: status(9, 0),
      },
      consistent: "unknown",
      why: "the pod that would decide does not say whether it is ready",
    },
    {
      given: { pods: agents(9, old), status: status(8, 0, { numberMisscheduled: 1 }) },
      consistent: true,
      why: "a ready pod on a node that is not wanted does not count as ready",
    },
    {
      given: {
        pods: [...agents(8, old), { name: "x", hash: old, phase: "Failed", isReady: false }],
        status: status(9, 0, { numberReady: 8 }),
      },
      consistent: true,
      why: "a pod that failed is counted as scheduled until it is deleted",
    },
    {
      given: { pods: [], status: status(0, 0) },
      consistent: true,
      why: "nothing is wanted and nothing runs",
    },
    {
      given: { pods: agents(9, old), status: status(9, 0, { desiredNumberScheduled: 8 }) },
      consistent: false,
      why: "more are scheduled than wanted",
    },
    {
      given: { pods: agents(9, old), status: status(9, 9, { observedGeneration: 23 }) },
      consistent: true,
      why: "the status is about an older template, so its updated is not compared",
    },
    { given: { status: null }, consistent: "unknown", why: "there is no status" },
    {
      given: { pods: [...agents(8, old), { name: "x" }], status: status(9, 1) },
      consistent: "unknown",
      why: "the pod that would decide cannot be judged",
    },
    {
      given: { pods: [...agents(8, old), { name: "x" }], status: status(9, 2) },
      consistent: false,
      why: "it does not fit, whatever the pod that cannot be judged runs",
    },
    {
      given: { metadata: { deletionTimestamp: "2026-08-06T17:00:00Z" }, pods: agents(3, old) },
      consistent: false,
      why: "the DaemonSet is being deleted, and its status stood still",
    },
  ])("is $consistent when $why", ({ given, consistent }) => {
    expect(shown(derive(fleetConsistent, fleetSubject(given)))).toBe(consistent);
  });

  it("holds where there is no DaemonSet", () => {
    const subject = fleetOf({ coverage: [{ kind: "apps/v1/DaemonSet", complete: true }] });
    expect(shown(derive(fleetConsistent, subject))).toBe(true);
  });
});
