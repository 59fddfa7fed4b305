import { createEffectTable } from "../../../../src/engine/effects/effect-table.ts";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import type { NodeCredentialSubject } from "../../../../src/engine/facts/subject.ts";
import type { ProfileDocument } from "../../../../src/generated/profile-types.ts";
import { shippedEffectTable } from "../../../../src/generated/shipped-effects.ts";
import type {
  CredentialEntry,
  CredentialEvidence,
  Fingerprint,
  Object as ObjectDocument,
  SnapshotDocument,
  TalosNode,
} from "../../../../src/generated/snapshot-types.ts";

const host = "ghcr.io";
export const workerKey = "v1/Node//worker-1";
export const revisionKey = "example.dev/verified-revision";
export const imageKey = "example.dev/verified-image";
const uidKey = "example.dev/verified-uid";
const bootIdKey = "example.dev/verified-boot-id";
export const legacyKey = "example.dev/verified";
export const desiredImage = "ghcr.io/example/app:v1.2.3";
/** Revisions: of the declared ciphertext, of the same credential before it was encrypted anew, of another. */
export const declaredRevision = "a".repeat(64);
export const earlierRevision = "e".repeat(64);
export const otherRevision = "b".repeat(64);

const firstDeclaredAt = "2026-07-01T00:00:00Z";
export const startedAt = "2026-08-01T10:00:15Z";
const configuredAt = "2026-08-01T10:00:09Z";

/** A docker config's entry for the host. Letters stand for credentials; `a` is the declared one. */
export function entry(letter: string, keyId = "k1"): CredentialEntry {
  return { host, kind: "basic", consistent: true, fingerprint: fingerprintOf(letter, keyId) };
}

export const inconsistentEntry: CredentialEntry = {
  host,
  consistent: false,
  problem: "`auth` and `username` differ",
};

function node(name: string, number: number, labels: Record<string, string>): ObjectDocument {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: `uid-${number}`, labels, annotations: {} },
    spec: {},
    status: {
      addresses: [
        { type: "Hostname", address: name },
        { type: "InternalIP", address: `10.0.0.${number}` },
      ],
      conditions: [
        { type: "MemoryPressure", status: "False", lastTransitionTime: "2026-08-01T10:00:30Z" },
        { type: "Ready", status: "True", lastTransitionTime: "2026-08-01T10:01:40Z" },
      ],
      nodeInfo: { bootID: `boot-${number}`, osImage: "Talos (v1.13.8)" },
    },
  };
}

/** Everything about the worker, in parts that examples may change. */
export interface Draft {
  readonly snapshot: SnapshotDocument;
  readonly profile: ProfileDocument;
  readonly spec: Required<Pick<ProfileDocument["spec"], "credentials" | "nodes">>;
  readonly credential: NonNullable<ProfileDocument["spec"]["credentials"]>[number];
  readonly worker: ObjectDocument;
  readonly annotations: Record<string, string>;
  readonly nodeInfo: { bootID?: string; osImage?: string };
  readonly talos: TalosNode;
  readonly documents: NonNullable<NonNullable<TalosNode["machineConfig"]>["active"]>["documents"];
  readonly evidence: CredentialEvidence;
  readonly declared: NonNullable<CredentialEvidence["declared"]>;
}

/**
 * A worker and a control plane on Talos 1.13.8. The worker booted into the declared credential, its marker
 * names no boot, no hand-off was given, and what runs is what is on disk. Talos is collected, the history of declarations is not.
 */
export function createDraft(): Draft {
  const nodeInfo = { bootID: "boot-1", osImage: "Talos (v1.13.8)" };
  const annotations = { [revisionKey]: declaredRevision, [imageKey]: desiredImage };
  const plain = node("worker-1", 1, {});
  const worker: ObjectDocument = {
    ...plain,
    metadata: { ...plain.metadata, annotations },
    status: { ...(plain.status as object), nodeInfo },
  };
  const documents: Draft["documents"] = [
    {
      kind: "v1alpha1",
      digests: {},
      nodeAnnotations: { [revisionKey]: declaredRevision, [imageKey]: desiredImage },
    },
    { kind: "RegistryAuthConfig", name: host, digests: {}, registryAuth: [entry("a")] },
  ];
  const talos: TalosNode = {
    version: "v1.13.8",
    runtimeStartedAt: startedAt,
    registryConfigUpdatedAt: configuredAt,
    machineConfig: { active: { documents }, persistent: { documents } },
  };
  const declared = { revision: declaredRevision, firstDeclaredAt, entries: [entry("a")] };
  const evidence: CredentialEvidence = {
    declared,
    live: { "flux-system/pull": { entries: [entry("a")] } },
  };
  const credential: Draft["credential"] = {
    name: "registry",
    host,
    declared: {
      file: "secret.enc.yaml",
      pointer: "/stringData/config",
      secret: { namespace: "flux-system", name: "pull", key: "config" },
    },
    live: [{ namespace: "flux-system", name: "pull", key: ".dockerconfigjson" }],
    proof: { revision: revisionKey, image: imageKey, legacy: [legacyKey] },
    image: {
      repository: "ghcr.io/example/app",
      tagPrefix: "v",
      tag: { file: "release.yaml", pointer: "/spec/version" },
    },
  };
  const spec: Draft["spec"] = {
    credentials: [credential],
    nodes: {
      talosCollected: true,
      ownership: {
        owner: "example.dev/owner",
        recovery: "example.dev/recovery",
        phase: "example.dev/phase",
      },
    },
  };
  const snapshot: SnapshotDocument = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: "2026-08-06T12:00:00Z",
    objects: {
      [workerKey]: worker,
      "v1/Node//control-1": node("control-1", 2, { "node-role.kubernetes.io/control-plane": "" }),
    },
    coverage: [{ kind: "v1/Node", complete: true }],
    talos: { "worker-1": talos },
    credentials: { registry: evidence },
    git: { files: { "release.yaml": { values: { "/spec/version": "1.2.3" } } } },
  };
  const profile: ProfileDocument = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "test" },
    spec,
  };
  return {
    snapshot,
    profile,
    spec,
    credential,
    worker,
    annotations,
    nodeInfo,
    talos,
    documents,
    evidence,
    declared,
  };
}

/** What an example changes about the draft. */
export type Edit = (draft: Draft) => void;

/** The worker × the credential, after the edits. */
export function subjectOf(...edits: readonly Edit[]): NodeCredentialSubject {
  const draft = createDraft();
  for (const edit of edits) edit(draft);
  return subjectIn(draft);
}

export function subjectIn({ snapshot, profile, credential }: Draft): NodeCredentialSubject {
  const worker = snapshot.objects[workerKey];
  if (worker === undefined) throw new Error("the draft lost its worker");
  const source = createFactSource(snapshot, profile);
  return { source, credential, nodeKey: workerKey, node: worker };
}

/** The same where somebody's effect table says that a changed login costs this on every Talos version. */
export function costing(
  effect: "reboot" | "runtimeRestart" | undefined,
  subject: NodeCredentialSubject,
): NodeCredentialSubject {
  if (effect === undefined) return subject;
  const { snapshot, profile } = subject.source;
  const entries = [
    { document: "v1alpha1", path: "/machine/registries/config/*/auth", effect },
    { document: "RegistryAuthConfig", path: "", effect },
  ];
  const own = {
    apiVersion: "fleetwarrant.dev/v1alpha1" as const,
    kind: "EffectTable" as const,
    metadata: { name: "ours" },
    spec: { entries },
  };
  const effects = createEffectTable(shippedEffectTable, [own]);
  return { ...subject, source: createFactSource(snapshot, profile, { effects }) };
}

/** Another credential, `b`, was declared from `first` on. Turns the history on. */
export function otherDeclaredAt(
  first: string,
  rest: { revoked?: boolean; lastDeclaredAt?: string } = {},
): Edit {
  return ({ credential, evidence }) => {
    credential.history = true;
    evidence.previous = [
      {
        revision: otherRevision,
        fingerprint: fingerprintOf("b"),
        firstDeclaredAt: first,
        ...rest,
      },
    ];
  };
}

/** Nothing but the declared credential was ever declared. */
export const noOtherDeclared: Edit = ({ credential, evidence }) => {
  credential.history = true;
  evidence.previous = [];
};

export const noMarker: Edit = ({ annotations }) => {
  delete annotations[revisionKey];
  delete annotations[imageKey];
};

/** Hides when the runtime started, so that E1 says nothing. */
export const noTimes: Edit = ({ talos }) => {
  delete talos.runtimeStartedAt;
  delete talos.registryConfigUpdatedAt;
};

/** The profile does not ask Talos. */
export const talosNotCollected: Edit = ({ spec, snapshot }) => {
  delete spec.nodes.talosCollected;
  delete snapshot.talos;
};

/** The config holds this instead; nothing for no entry. */
export function configured(...letters: readonly string[]): Edit {
  return ({ documents }) => {
    const [, auth] = documents;
    if (auth !== undefined) auth.registryAuth = letters.map((letter) => entry(letter));
  };
}

/** When the runtime's registry config last changed. */
export function registryConfigChangedAt(instant: string): Edit {
  return ({ talos }) => {
    talos.registryConfigUpdatedAt = instant;
  };
}

/** The config changed after the runtime started, so E1 says nothing. */
export const configuredAfterStart = registryConfigChangedAt("2026-08-05T10:00:00Z");

/** A hand-off of version 1 for the worker. */
export function handOffDocument(rest: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    version: 1,
    credentialRevision: declaredRevision,
    image: desiredImage,
    nodes: [{ name: "worker-1", uid: "uid-1" }],
    ...rest,
  };
}

/** A hand-off of version 2 for the worker, made in this boot. */
export function boundHandOff(
  bootId: string,
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return handOffDocument({
    version: 2,
    credential: "registry",
    nodes: [{ name: "worker-1", uid: "uid-1", bootId }],
    ...rest,
  });
}

export function handedOff(...documents: readonly Record<string, unknown>[]): Edit {
  return ({ snapshot }) => {
    snapshot.proofs = [...documents];
  };
}

/** The marker records the run in which it was made. */
export function markerBoundTo(bootId: string, uid = "uid-1"): Edit {
  return ({ credential, annotations }) => {
    credential.proof.uid = uidKey;
    credential.proof.bootId = bootIdKey;
    annotations[uidKey] = uid;
    annotations[bootIdKey] = bootId;
  };
}

export function talosVersion(text: string): Edit {
  return ({ talos, nodeInfo }) => {
    talos.version = text;
    nodeInfo.osImage = `Talos (${text})`;
  };
}

export function markerOf(revision: string): Edit {
  return ({ annotations }) => {
    annotations[revisionKey] = revision;
  };
}

export function gapIn(
  part: NonNullable<SnapshotDocument["gaps"]>[number]["part"],
  name?: string,
): Edit {
  return ({ snapshot }) => {
    const gap = { part, reason: "Forbidden" as const, ...(name === undefined ? {} : { name }) };
    snapshot.gaps = [...(snapshot.gaps ?? []), gap];
  };
}

export function firstDeclared(at: string): Edit {
  return ({ declared }) => {
    declared.firstDeclaredAt = at;
  };
}

export function fingerprintOf(letter: string, keyId = "k1"): Fingerprint {
  return { alg: "hmac-sha256/v1", keyId, value: letter.repeat(64) };
}

/** A Pod on the worker, started long before its containers, which are in these states. */
export function podOf(
  states: readonly Record<string, { startedAt: string }>[],
  phase = "Running",
): Edit {
  return ({ snapshot }) => {
    snapshot.objects["v1/Pod/kube-system/agent"] = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "agent", namespace: "kube-system" },
      spec: { nodeName: "worker-1" },
      status: {
        phase,
        startTime: "2026-07-05T00:00:00Z",
        containerStatuses: states.map((state, at) => ({
          name: `c-${at}`,
          ready: true,
          restartCount: 0,
          state,
        })),
      },
    };
  };
}

/** A Pod on the worker whose containers run since then. */
export function runningPod(...starts: readonly string[]): Edit {
  return podOf(starts.map((start) => ({ running: { startedAt: start } })));
}

/** Talos wrote these annotations of the Node. */
export function ownedByTalos(...keys: readonly string[]): Edit {
  return ({ annotations }) => {
    annotations["talos.dev/owned-annotations"] = JSON.stringify(keys);
  };
}

/** When Talos last wrote the active machine config. */
export function configWrittenAt(updatedAt: string): Edit {
  return ({ talos }) => {
    if (talos.machineConfig?.active !== undefined) talos.machineConfig.active.updatedAt = updatedAt;
  };
}
