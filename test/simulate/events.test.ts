import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { type Loaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, outcomeOf, seenAfter, stageWith } from "../support/simulated.ts";

// Goal: each event changes what is seen as the cluster would, and nothing else. Method: one event or a short story at a time, on the incident's cluster.

const policies = shippedPolicies();
const asCollected = loadSources(readIncident("reboot-storm/stage"));
const worker = "prod-worker-1";

function nodeIn({ objects }: Snapshot, name = worker) {
  return objects[`v1/Node//${name}`] as unknown as {
    readonly metadata: {
      readonly uid: string;
      readonly annotations: Readonly<Record<string, string>>;
      readonly deletionTimestamp?: string;
    };
    readonly spec: {
      readonly unschedulable?: boolean;
      readonly taints?: readonly { key: string }[];
    };
    readonly status: {
      readonly nodeInfo: Readonly<Record<string, string>>;
      readonly conditions: readonly {
        readonly type: string;
        readonly status: string;
        readonly lastTransitionTime: string;
      }[];
      readonly addresses: readonly { readonly type: string; readonly address: string }[];
    };
  };
}

describe("what is seen after", () => {
  it("reboot: another boot, a new start, and time that has passed", () => {
    const after = seenAfter(asCollected, eventsOf(`reboot=${worker}`));
    const before = nodeIn(asCollected.snapshot);
    const node = nodeIn(after);
    expect(node.status.nodeInfo.bootID).not.toBe(before.status.nodeInfo.bootID);
    expect(node.status.nodeInfo.machineID).toBe(before.status.nodeInfo.machineID);
    expect(after.takenAt).toBe("2026-08-09T20:12:00Z");
    expect(after.talos?.[worker]?.registryConfigUpdatedAt).toBe("2026-08-09T20:11:10Z");
    expect(after.talos?.[worker]?.runtimeStartedAt).toBe("2026-08-09T20:11:16Z");
    const ready = node.status.conditions.find(({ type }) => type === "Ready");
    expect(ready).toMatchObject({ status: "True", lastTransitionTime: "2026-08-09T20:11:55Z" });
  });

  it("reboot: of what was not read before, nothing is read afterwards", () => {
    const lost = seenAfter(asCollected, eventsOf("lose=runtime-times", `reboot=${worker}`));
    expect(lost.talos?.[worker]).not.toHaveProperty("runtimeStartedAt");
    const gone = seenAfter(asCollected, eventsOf("lose=talos", `reboot=${worker}`));
    expect(gone).not.toHaveProperty("talos");
  });

  it("reboot: a staged config becomes active", () => {
    const staged = { op: "replace", path: `/talos/${worker}/machineConfig/persistent/documents` };
    const { snapshot } = asCollected;
    const documents = [{ kind: "v1alpha1", nodeAnnotations: {}, digests: {} }];
    const record = snapshot.talos?.[worker];
    const loaded: Loaded = {
      ...asCollected,
      snapshot: {
        ...snapshot,
        talos: {
          ...snapshot.talos,
          [worker]: {
            ...record,
            machineConfig: { ...record?.machineConfig, persistent: { documents } },
          },
        },
      },
    };
    const after = seenAfter(loaded, eventsOf(`reboot=${worker}`));
    expect(after.talos?.[worker]?.machineConfig?.active?.documents, staged.path).toEqual(documents);
    const shown = Object.keys(nodeIn(after).metadata.annotations);
    expect(shown.filter((key) => key.includes("verified"))).toEqual([]);
  });

  it("restart-runtime: a new start and no boot", () => {
    const after = seenAfter(asCollected, eventsOf(`restart-runtime=${worker}`));
    expect(nodeIn(after)).toEqual(nodeIn(asCollected.snapshot));
    expect(after.talos?.[worker]?.runtimeStartedAt).toBe("2026-08-09T20:06:59Z");
  });

  it("cluster-update: a login that stays the same does not write the runtime's config anew", () => {
    const after = seenAfter(asCollected, eventsOf("cluster-update"));
    const before = asCollected.snapshot.talos?.[worker];
    expect(after.talos?.[worker]?.registryConfigUpdatedAt).toBe(before?.registryConfigUpdatedAt);
    expect(after.talos?.[worker]?.machineConfig?.active?.updatedAt).toBe("2026-08-09T20:06:58Z");
    const rotated = seenAfter(asCollected, eventsOf("rotate", "cluster-update"));
    expect(rotated.talos?.[worker]?.registryConfigUpdatedAt).toBe("2026-08-09T20:07:58Z");
    expect(rotated.talos?.[worker]?.runtimeStartedAt).toBe(before?.runtimeStartedAt);
  });

  it("cluster-update: whether a login that is not known changed is not known", () => {
    const after = seenAfter(asCollected, eventsOf("lose=credentials", "cluster-update"));
    expect(after.talos?.[worker]).not.toHaveProperty("registryConfigUpdatedAt");
    expect(after.talos?.[worker]).toHaveProperty("runtimeStartedAt");
  });

  it("cluster-update: nodes that the autoscaler added are left as they are", () => {
    const { snapshot } = asCollected;
    const key = `v1/Node//${worker}`;
    const node = snapshot.objects[key];
    if (node === undefined) throw new Error("the fixture has that worker");
    const labels = { ...node.metadata.labels, "ksail.io/autoscaled": "true" };
    const loaded: Loaded = {
      profile: stageWith({ nodes: { autoscaled: { label: "ksail.io/autoscaled" } } }).profile,
      snapshot: {
        ...snapshot,
        objects: {
          ...snapshot.objects,
          [key]: { ...node, metadata: { ...node.metadata, labels } },
        },
      },
    };
    const decision = decidedAfter(policies, loaded, "cluster-update");
    expect(outcomeOf(decision, worker)).toBe("none ProofCurrent");
    expect(outcomeOf(decision, "prod-worker-2")).toBe("verify ImageUnproven");
  });

  it("cluster-update: a rendered config is written as it is", () => {
    const { snapshot } = asCollected;
    const documents = [{ kind: "v1alpha1", nodeAnnotations: {}, digests: { "/x": "1" } }];
    const loaded: Loaded = {
      ...asCollected,
      snapshot: { ...snapshot, rendered: { machineConfigs: { [worker]: { documents } } } },
    };
    const after = seenAfter(loaded, eventsOf("cluster-update"));
    expect(after.talos?.[worker]?.machineConfig?.active?.documents).toEqual(documents);
    expect(after.talos?.[worker]?.machineConfig?.persistent?.documents).toEqual(documents);
    expect(after.talos?.["prod-worker-2"]?.machineConfig?.active?.documents.length).toBe(3);
  });

  it("rotate, revert, revoke: the history that is collected says so", () => {
    const loaded = stageWith({ history: true });
    const declared = (...events: readonly string[]) =>
      seenAfter(loaded, eventsOf(...events)).credentials?.registry;
    const first = loaded.snapshot.credentials?.registry?.declared;
    const rotated = declared("rotate");
    expect(rotated?.declared?.revision).not.toBe(first?.revision);
    expect(rotated?.declared?.entries?.[0]?.fingerprint).not.toEqual(
      first?.entries?.[0]?.fingerprint,
    );
    expect(rotated?.declared?.firstDeclaredAt).toBe("2026-08-09T20:06:59Z");
    expect(rotated?.previous).toEqual([
      {
        revision: first?.revision,
        fingerprint: first?.entries?.[0]?.fingerprint,
        firstDeclaredAt: first?.firstDeclaredAt,
        lastDeclaredAt: first?.firstDeclaredAt,
      },
    ]);
    const reverted = declared("rotate", "revert");
    expect(reverted?.declared).toEqual(first);
    expect(reverted?.previous).toHaveLength(1);
    expect(reverted?.previous?.[0]?.revision).toBe(rotated?.declared?.revision);
    expect(declared("rotate", "revoke")?.previous?.[0]?.revoked).toBe(true);
    expect(
      declared("rotate", "reencrypt", "revoke")?.previous?.map(({ revoked }) => revoked),
    ).toEqual([true, undefined]);
  });

  it("revert: from the history alone, the credential that was last in force", () => {
    const loaded = stageWith({ history: true });
    const rotated = { ...loaded, snapshot: seenAfter(loaded, eventsOf("rotate", "rotate")) };
    const back = seenAfter(rotated, eventsOf("revert")).credentials?.registry?.declared;
    const once = seenAfter(loaded, eventsOf("rotate")).credentials?.registry?.declared;
    expect(back?.revision).toBe(once?.revision);
    expect(back?.entries?.[0]?.fingerprint).toEqual(once?.entries?.[0]?.fingerprint);
  });

  it("not-ready and ready: a transition only where there is one", () => {
    const away = seenAfter(asCollected, eventsOf(`not-ready=${worker}`));
    expect(nodeIn(away).status.conditions.find(({ type }) => type === "Ready")?.status).toBe(
      "Unknown",
    );
    expect(nodeIn(away).spec.taints?.map(({ key }) => key)).toEqual([
      "node.kubernetes.io/unreachable",
      "node.kubernetes.io/unreachable",
    ]);
    expect(seenAfter(asCollected, eventsOf(`ready=${worker}`))).toEqual(asCollected.snapshot);
    const back = seenAfter(asCollected, eventsOf(`not-ready=${worker}`, `ready=${worker}`));
    expect(nodeIn(back).spec.taints).toBeUndefined();
    expect(back.takenAt).toBe("2026-08-09T20:08:00Z");
  });

  it("cordon and uncordon: and back again", () => {
    const cordoned = seenAfter(asCollected, eventsOf(`cordon=${worker}`));
    expect(nodeIn(cordoned).spec.unschedulable).toBe(true);
    expect(nodeIn(cordoned).spec.taints).toEqual([
      { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" },
    ]);
    const both = eventsOf(`cordon=${worker}`, `uncordon=${worker}`);
    expect(seenAfter(asCollected, both)).toEqual(asCollected.snapshot);
  });

  it("foreign-marker: Talos owns it no more", () => {
    const after = nodeIn(seenAfter(asCollected, eventsOf(`foreign-marker=${worker}`)));
    const [credential] = asCollected.profile.spec.credentials ?? [];
    const key = credential?.proof.revision ?? "";
    expect(after.metadata.annotations[key]).toMatch(/^[0-9a-f]{64}$/);
    expect(after.metadata.annotations[key]).not.toBe(
      nodeIn(asCollected.snapshot).metadata.annotations[key],
    );
    expect(after.metadata.annotations["talos.dev/owned-annotations"]).not.toContain(key);
    // What another writer wrote Talos does not overwrite.
    const kept = seenAfter(asCollected, eventsOf(`foreign-marker=${worker}`, "reassert"));
    expect(nodeIn(kept).metadata.annotations[key]).toBe(after.metadata.annotations[key]);
  });

  it("pull: a probe of this boot", () => {
    const { probes } = seenAfter(asCollected, eventsOf(`pull=${worker}:denied`));
    expect(probes).toEqual([
      {
        credential: "registry",
        node: worker,
        image: "ghcr.io/devantler-tech/ksail:v7.176.0",
        through: "kubelet",
        uncached: true,
        result: "denied",
        bootId: nodeIn(asCollected.snapshot).status.nodeInfo.bootID,
        at: "2026-08-09T20:06:59Z",
      },
    ]);
  });

  it("replace: another machine, with the address and the role of the old one", () => {
    const name = "prod-control-plane-1";
    const before = nodeIn(asCollected.snapshot, name);
    const after = nodeIn(seenAfter(asCollected, eventsOf(`replace=${name}`)), name);
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    expect(after.status.nodeInfo.machineID).not.toBe(before.status.nodeInfo.machineID);
    expect(after.spec.taints).toEqual(before.spec.taints);
    const internal = (node: typeof before) =>
      node.status.addresses.filter(({ type }) => type === "InternalIP");
    expect(internal(after)).toEqual(internal(before));
  });

  it("join: one more worker, at an address of its own", () => {
    const decision = decidedAfter(
      policies,
      asCollected,
      "join=prod-worker-5",
      "join=prod-worker-6",
    );
    expect(decision.nodes).toHaveLength(9);
    expect(outcomeOf(decision, "prod-worker-6")).toBe("verify ImageUnproven");
  });

  it("lose: a list that lost something is no longer whole", () => {
    const after = seenAfter(asCollected, eventsOf(`lose=objects:v1/Node//${worker}`));
    expect(after.objects).not.toHaveProperty(`v1/Node//${worker}`);
    expect(after.coverage).toEqual([{ kind: "v1/Node", complete: false }]);
    expect(after.gaps).toMatchObject([{ part: "objects", name: `v1/Node//${worker}` }]);
  });

  it("advance: only the time at which all was read", () => {
    const { takenAt, ...after } = seenAfter(asCollected, eventsOf("advance=36h30m"));
    const { takenAt: _, ...before } = asCollected.snapshot;
    expect(takenAt).toBe("2026-08-11T08:36:00Z");
    expect(after).toEqual(before);
  });

  it("never changes the snapshot that it is given", () => {
    const before = JSON.stringify(asCollected.snapshot);
    const all = ["hand-off", "rotate", "cluster-update", `reboot=${worker}`, "join=n", "lose=git"];
    seenAfter(asCollected, eventsOf(...all));
    expect(JSON.stringify(asCollected.snapshot)).toBe(before);
  });
});
