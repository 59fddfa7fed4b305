import { describe, expect, it } from "vitest";
import { documentOf, node, placesOf, snapshotOf } from "./load-support.ts";

const snapshot = (extra: object, takenAt = "2026-08-06T17:00:00Z") =>
  documentOf(
    {
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "Snapshot",
      takenAt,
      objects: {},
      coverage: [],
      ...extra,
    },
    `${takenAt}.json`,
  );

describe("snapshots among the inputs", () => {
  const whole = {
    metadata: { name: "prod", cluster: "c1" },
    objects: { "v1/Node//a": node("a", "10.0.0.1") },
    coverage: [{ kind: "v1/Node", complete: true }],
    talos: { a: { version: "v1.13.8" } },
    credentials: { registry: { declared: { revision: "a".repeat(64) }, previous: [] } },
    git: { commit: "abc", files: {} },
    rendered: {
      machineConfigs: {
        a: {
          updatedAt: "2026-08-01T00:00:00Z",
          documents: [{ kind: "v1alpha1", machineType: "worker", digests: {} }],
        },
      },
    },
    probes: [{ credential: "registry", node: "a", result: "denied", through: "kubelet" }],
    proofs: [{ version: 1 }],
    pipeline: { conclusion: "success", steps: { x: { outcome: "skipped", contradictory: true } } },
    gaps: [{ part: "talos", reason: "Forbidden" }],
  };

  it("come through as they are, and come through again", () => {
    const first = snapshotOf({ documents: [snapshot(whole)] });
    expect(first).toMatchObject({ ...whole, objects: { "v1/Node//a": { kind: "Node" } } });
    const again = snapshotOf({ documents: [documentOf(first)] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  it("say that there were no probes, which is more than to say nothing", () => {
    const probes = (documents: readonly ReturnType<typeof snapshot>[]) =>
      snapshotOf({ documents }).probes;
    const early = "2026-08-06T16:00:00Z";
    const probe = { credential: "registry", through: "registry", result: "pulled" };
    expect(probes([snapshot({})])).toBeUndefined();
    expect(probes([snapshot({ probes: [] }), snapshot({}, early)])).toEqual([]);
    expect(probes([snapshot({ probes: [] }), snapshot({ probes: [probe] }, early)])).toEqual([
      probe,
    ]);
    expect(probes([snapshot({ probes: [probe] }), snapshot({ probes: [probe] }, early)])).toEqual([
      probe,
    ]);
  });

  it("are joined part by part, each entry with its time", () => {
    const joined = snapshotOf({
      documents: [
        snapshot({
          talos: { a: { version: "v1.13.8" } },
          coverage: [{ kind: "v1/Node", complete: true }],
        }),
        snapshot(
          { talos: { a: { runtimeStartedAt: "2026-08-01T00:00:00Z" } } },
          "2026-08-06T17:10:00Z",
        ),
      ],
    });
    expect(joined.takenAt).toBe("2026-08-06T17:10:00Z");
    expect(joined.talos?.a).toEqual({
      version: "v1.13.8",
      runtimeStartedAt: "2026-08-01T00:00:00Z",
    });
    expect(joined.coverage).toEqual([
      { kind: "v1/Node", complete: true, readAt: "2026-08-06T17:00:00Z" },
    ]);
  });

  it("conflict with what differs", () => {
    const other = node("a", "10.0.0.1", { resourceVersion: "2" });
    const documents = [snapshot(whole), documentOf(other, "z.json")];
    expect(placesOf({ documents })).toEqual([
      "SNAPSHOT_CONFLICTING_OBJECT 2026-08-06T17:00:00Z.json:1:118",
    ]);
  });

  it("must be right", () => {
    expect(placesOf({ documents: [snapshot({ extra: 1 })] })[0]).toMatch(/^SNAPSHOT_INVALID /);
  });
});
