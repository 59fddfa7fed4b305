import { describe, expect, it } from "vitest";
import type { ClusterObject } from "../../../src/snapshot/snapshot.ts";
import { snapshotOf } from "./load-support.ts";

const metadata = { name: "x", namespace: "a", uid: "u1", generation: 3 };

function loaded(raw: object): ClusterObject {
  const [object] = Object.values(snapshotOf({ files: { "o.json": JSON.stringify(raw) } }).objects);
  if (object === undefined) throw new Error("nothing was loaded");
  return object;
}

describe("what of Flux enters a snapshot", () => {
  const kustomization = (spec: object, status: object = {}) => ({
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata,
    spec,
    status,
  });

  it("is of a message what names the objects that are waited for, and nothing else", () => {
    const condition = { type: "Ready", status: "False", reason: "HealthCheckFailed" };
    const told = (message: string) =>
      loaded(kustomization({}, { conditions: [{ ...condition, message }] })).status;
    const list = "timeout waiting for: [Job/a/b status: 'Failed']";
    expect(told(`health check failed after 5m: ${list.slice(0, -1)}: token=s3cret]`)).toEqual({
      conditions: [{ ...condition, message: list }],
    });
    expect(told("unable to clone 'https://bot:s3cret@github.com/o/r'")).toEqual({
      conditions: [condition],
    });
    // What a snapshot holds is read again as it is.
    expect(told(list)).toEqual({ conditions: [{ ...condition, message: list }] });
  });

  it("is of expressions that they are there, and for which kinds", () => {
    const { spec } = loaded(
      kustomization({
        dependsOn: [{ name: "base", readyExpr: "dep.status.x == 's3cret'" }],
        healthCheckExprs: [{ apiVersion: "g/v1", kind: "K", current: "status.x == 's3cret'" }],
      }),
    );
    expect(spec).toMatchObject({
      dependsOn: [{ name: "base", readyExpr: expect.stringMatching(/^digest:/) }],
      healthCheckExprs: [
        { apiVersion: "g/v1", kind: "K", current: expect.stringMatching(/^digest:/) },
      ],
    });
    expect(JSON.stringify(spec)).not.toContain("s3cret");
  });

  it("is the history of attempts", () => {
    const entry = {
      digest: "sha256:ab",
      lastReconciled: "2026-08-06T17:00:00Z",
      lastReconciledDuration: "25m9.4s",
      lastReconciledStatus: "HealthCheckFailed",
      metadata: { revision: "latest@sha256:ab" },
    };
    const raw = { ...entry, metadata: { ...entry.metadata, note: "s3cret" } };
    expect(loaded(kustomization({}, { history: [raw] })).status).toEqual({ history: [entry] });
  });
});

describe("how objects that Flux waits for fare", () => {
  it.each([
    {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      given: {
        spec: { password: "s3cret" },
        status: {
          phase: "s3cret",
          observedGeneration: 3,
          conditions: [
            { type: "Ready", status: "False", reason: "Not ready: s3cret", message: "s3cret" },
          ],
        },
      },
      kept: {
        status: {
          observedGeneration: 3,
          conditions: [
            { type: "Ready", status: "False", reason: expect.stringMatching(/^digest:/) },
          ],
        },
      },
    },
    {
      apiVersion: "batch/v1",
      kind: "Job",
      given: {
        spec: { completions: 1, template: { spec: { x: "s3cret" } } },
        status: { failed: 3, note: "s3cret" },
      },
      kept: { spec: { completions: 1 }, status: { failed: 3 } },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      given: {
        spec: { volumeName: "pv", dataSource: { name: "s3cret" } },
        status: { phase: "Pending" },
      },
      kept: { spec: { volumeName: "pv" }, status: { phase: "Pending" } },
    },
  ])("is kept of a $kind, and nothing else of it", ({ apiVersion, kind, given, kept }) => {
    const {
      apiVersion: _v,
      kind: _k,
      metadata: _m,
      ...body
    } = loaded({ apiVersion, kind, metadata, ...given });
    expect(body).toEqual(kept);
    expect(JSON.stringify(body)).not.toContain("s3cret");
  });
});
