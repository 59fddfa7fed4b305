import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotDocument } from "../../src/generated/snapshot-types.ts";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";

// The incident of a changed credential, two workers of which were seen to pull, and what a cluster looks like while its
// first step is carried out.

export const WORKER = "prod-worker-1";
export const HOLDER = "run-4711/1";
const REVISION_KEY = "platform.devantler.tech/ghcr-pull-verified-revision-v2";
const IMAGE_KEY = "platform.devantler.tech/ghcr-pull-verified-image-v2";
export const OWNER_KEY = "platform.devantler.tech/ghcr-auth-drain-owner";
const IMAGE = "ghcr.io/devantler-tech/ksail:v7.176.0";

const pulls = "docs/examples/pulls-seen.yaml";
const loaded = loadSources([
  ...readIncident("reboot-storm/credential-changed"),
  { file: pulls, text: readFileSync(join(import.meta.dirname, "../..", pulls), "utf8") },
]);
export const profile: Profile = loaded.profile;
export const incident: Snapshot = loaded.snapshot;

/** The same, where the history of declarations is collected. */
export function withHistory(plain: Profile): Profile {
  const credentials = (plain.spec.credentials ?? []).map((each) => ({ ...each, history: true }));
  return { ...plain, spec: { ...plain.spec, credentials } };
}

/** When the declared credential and the one before it came into force. */
export const dated: Edit = (draft) => {
  const record = draft.credentials?.registry;
  const documents = talosIn(draft).machineConfig?.active?.documents ?? [];
  const [before] = documents.flatMap(({ registryAuth = [] }) => registryAuth);
  if (record?.declared === undefined || before?.fingerprint === undefined)
    throw new Error("nothing is declared or configured");
  record.declared.firstDeclaredAt = "2026-08-09T20:00:00Z";
  record.previous = [
    {
      revision: nodeIn(draft).metadata.annotations[REVISION_KEY],
      fingerprint: { ...before.fingerprint },
      firstDeclaredAt: "2026-07-13T00:00:00Z",
      lastDeclaredAt: "2026-07-13T00:00:00Z",
    },
  ];
};

/** A snapshot that examples may change. */
export type Draft = SnapshotDocument;
export type Edit = (draft: Draft) => void;

/** The incident after the edits; each is a thing that happened since. */
export function later(...edits: readonly Edit[]): Snapshot {
  return edited(incident, ...edits);
}

export function edited(snapshot: Snapshot, ...edits: readonly Edit[]): Snapshot {
  const draft = structuredClone(snapshot) as Draft;
  for (const edit of edits) edit(draft);
  return draft;
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into objects whose shape a snapshot leaves open
type Open = any;

export function nodeIn(draft: Draft, name = WORKER): Open {
  return draft.objects[`v1/Node//${name}`];
}

export function talosIn(draft: Draft): NonNullable<Draft["talos"]>[string] {
  const record = draft.talos?.[WORKER];
  if (record === undefined) throw new Error("Talos was not read");
  return record;
}

export const at =
  (instant: string): Edit =>
  (draft) => {
    draft.takenAt = instant;
  };

export const claim =
  (owner = HOLDER, name = WORKER): Edit =>
  (draft) => {
    nodeIn(draft, name).metadata.annotations[OWNER_KEY] = owner;
    nodeIn(draft, name).spec.unschedulable = true;
    const { spec } = nodeIn(draft, name);
    const cordon = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
    spec.taints = [...(spec.taints ?? []), cordon];
  };

export const uncordon: Edit = (draft) => {
  delete nodeIn(draft).spec.unschedulable;
  delete nodeIn(draft).spec.taints;
};

export const release: Edit = (draft) => {
  uncordon(draft);
  delete nodeIn(draft).metadata.annotations[OWNER_KEY];
};

/** The declared credential stands in the machine config, and the registry config was written anew. */
export const patch: Edit = (draft) => {
  const declared = draft.credentials?.registry?.declared?.entries ?? [];
  const { active, persistent } = talosIn(draft).machineConfig ?? {};
  for (const document of [...(active?.documents ?? []), ...(persistent?.documents ?? [])])
    if (document.registryAuth !== undefined) document.registryAuth = structuredClone(declared);
  talosIn(draft).registryConfigUpdatedAt = "2026-08-09T20:10:00Z";
};

/** What is on the node's disk was read too, and is what was active when the example began. */
export const diskRead: Edit = (draft) => {
  const { machineConfig } = talosIn(draft);
  if (machineConfig?.active === undefined) throw new Error("no config was read");
  machineConfig.persistent = structuredClone(machineConfig.active);
};

/** Somebody renders another credential into the config. */
export const otherConfig: Edit = (draft) => {
  for (const document of talosIn(draft).machineConfig?.active?.documents ?? [])
    for (const entry of document.registryAuth ?? [])
      if (entry.fingerprint !== undefined) entry.fingerprint.value = "c".repeat(64);
};

/** All Pods were listed; what is on the node belongs to a DaemonSet. */
export const drain: Edit = (draft) => {
  draft.coverage.push({ kind: "v1/Pod", complete: true });
  draft.objects["v1/Pod/kube-system/cilium-x"] = pod("cilium-x", "DaemonSet");
};

export const evictable: Edit = (draft) => {
  draft.objects["v1/Pod/apps/web-1"] = pod("web-1", "ReplicaSet");
};

function pod(name: string, owner: string): Open {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: owner === "DaemonSet" ? "kube-system" : "apps",
      ownerReferences: [{ kind: owner, name: "x", uid: "owner", controller: true }],
    },
    spec: { nodeName: WORKER, containers: [] },
    status: { phase: "Running" },
  };
}

export const rebootedInto =
  (bootId = "boot-after"): Edit =>
  (draft) => {
    nodeIn(draft).status.nodeInfo.bootID = bootId;
    talosIn(draft).runtimeStartedAt = "2026-08-09T20:16:00Z";
    talosIn(draft).registryConfigUpdatedAt = "2026-08-09T20:15:50Z";
  };
export const reboot: Edit = rebootedInto();

export const notReady: Edit = (draft) => {
  const ready = nodeIn(draft).status.conditions.find(({ type }: Open) => type === "Ready");
  ready.status = "False";
};

export const startupTaint: Edit = (draft) => {
  nodeIn(draft).spec.taints.push({ key: "node.cilium.io/agent-not-ready", effect: "NoExecute" });
};

export const probed =
  (result: "pulled" | "denied" | "failed", over: Partial<Open> = {}): Edit =>
  (draft) => {
    draft.probes = [
      ...(draft.probes ?? []),
      {
        credential: "registry",
        node: WORKER,
        image: IMAGE,
        through: "kubelet",
        uncached: true,
        result,
        bootId: nodeIn(draft).status.nodeInfo.bootID,
        at: "2026-08-09T20:18:00Z",
        ...over,
      },
    ];
  };

export const marker: Edit = (draft) => {
  const revision = draft.credentials?.registry?.declared?.revision;
  if (revision === undefined) throw new Error("no revision is declared");
  nodeIn(draft).metadata.annotations[REVISION_KEY] = revision;
  nodeIn(draft).metadata.annotations[IMAGE_KEY] = IMAGE;
  for (const document of talosIn(draft).machineConfig?.active?.documents ?? [])
    if (document.nodeAnnotations !== undefined)
      document.nodeAnnotations = { [REVISION_KEY]: revision, [IMAGE_KEY]: IMAGE };
};
