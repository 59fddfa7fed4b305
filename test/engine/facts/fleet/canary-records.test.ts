import { describe, expect, it } from "vitest";
import { fleetCanaried } from "../../../../src/engine/facts/fleet/fleet-progress.ts";
import type { StepRecord } from "../../../../src/snapshot/snapshot.ts";
import { derive } from "../derive.ts";
import { shown } from "../gate/known.ts";
import { agents, type FleetCase, fleetSubject, seedRevisions, stepOf } from "./cilium-fleet.ts";

const [r19, , , , r27] = seedRevisions;
if (!(r19 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];
const canary = { name: "canary", node: "n1", hash: now, createdAt: "2026-08-06T09:00:05Z" };
const stepped = [canary, ...agents(8, old)];
const verified = stepOf("n1", now, { verifiedAt: "2026-08-06T09:20:00Z" });

/** A record that does not say what came of it. */
const bare = (at: string): StepRecord => ({
  daemonSet: "kube-system/cilium",
  node: "n1",
  revision: now,
  at,
});

describe("which of a node's records counts", () => {
  it.each<{ given: FleetCase; canaried: unknown; why: string }>([
    {
      given: { steps: [{ ...verified, result: "failed" }, bare("2026-08-06T11:00:00Z")] },
      canaried: "failed",
      why: "a later record without a result does not take the failure away",
    },
    {
      given: {
        pods: stepped,
        steps: [{ ...verified, result: "failed" }, bare("2026-08-06T11:00:00Z")],
      },
      canaried: "failed",
      why: "nor where the pod still runs",
    },
    {
      given: {
        pods: stepped,
        steps: [
          { ...verified, result: "failed" },
          { ...verified, verifiedAt: "2026-08-06T09:30:00Z" },
          bare("2026-08-06T11:00:00Z"),
        ],
      },
      canaried: "unverified",
      why: "the failed node was verified, and stepped again since",
    },
    {
      given: { pods: stepped, steps: [verified, bare("2026-08-06T09:20:00Z")] },
      canaried: "unverified",
      why: "two records of one instant: the one without a result is the worse",
    },
    {
      given: {
        pods: stepped,
        steps: [stepOf("n1", now, { verifiedAt: "2026-08-06T12:00:00Z" })],
        at: "2026-08-06T12:00:00Z",
      },
      canaried: "verified",
      why: "it was checked in the instant of the snapshot",
    },
    {
      given: {
        pods: stepped,
        steps: [
          stepOf("n1", now, { at: "2030-01-01T00:00:00Z", verifiedAt: "2026-08-06T09:20:00Z" }),
        ],
        at: "2026-08-06T12:00:00Z",
      },
      canaried: "none",
      why: "a step that lies ahead was not checked, whatever its record says",
    },
    {
      given: {
        pods: [{ ...canary, isTerminating: true }, ...agents(8, old)],
        steps: [{ ...verified, pod: "pod-x" }],
      },
      canaried: "void",
      why: "the pod on its way out is another one",
    },
    {
      given: {
        pods: [
          { ...canary, createdAt: "" },
          { ...canary, name: "c2", createdAt: "" },
        ],
        steps: [verified],
      },
      canaried: "unknown",
      why: "which of two pods counts on the node is not known",
    },
  ])("makes it $canaried: $why", ({ given, canaried }) => {
    expect(shown(derive(fleetCanaried, fleetSubject(given)))).toBe(canaried);
  });
});
