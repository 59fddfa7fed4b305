import type { Parsed, Problem } from "../../../src/input/problem.ts";
import { readDocuments } from "../../../src/input/read-documents.ts";
import type { SourceDocument } from "../../../src/input/source-document.ts";
import type { Profile, ProfileCredential } from "../../../src/profile/profile.ts";
import {
  type Assembled,
  type AssembleInput,
  assembleSnapshot,
} from "../../../src/snapshot/load/assemble-snapshot.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";

export const key = { id: "k1", bytes: new Uint8Array(32).fill(7) };

const profile: Profile = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Profile",
  metadata: { name: "prod" },
  spec: {
    gates: [
      {
        name: "cilium",
        declared: {
          kustomization: "k8s/controllers/kustomization.yaml",
          component: "cilium/components/devices",
          strategy: {
            kind: "HelmRelease",
            namespace: "kube-system",
            name: "cilium",
            pointer: "/spec/values/updateStrategy/type",
          },
        },
        marker: { key: "platform.example/rollout-gate-activated" },
        daemonSet: { namespace: "kube-system", name: "cilium" },
        ownership: {
          deployment: { namespace: "kube-system", name: "autoscaler" },
          rememberedReplicas: "platform.example/previous-replicas",
        },
        suppresses: ["cluster_update"],
      },
    ],
    credentials: [
      {
        name: "registry",
        host: "ghcr.io",
        declared: {
          file: "k8s/secret.enc.yaml",
          pointer: "/stringData/ghcr_dockerconfigjson",
          secret: { namespace: "flux-system", name: "variables", key: "ghcr_dockerconfigjson" },
        },
        live: [{ namespace: "flux-system", name: "registry", key: ".dockerconfigjson" }],
        proof: {
          revision: "platform.example/verified-revision-v2",
          image: "platform.example/verified-image-v2",
        },
        image: {
          repository: "ghcr.io/o/img",
          tag: { file: "k8s/image.yaml", pointer: "/spec/ref/tag" },
        },
      },
    ],
    nodes: { talosCollected: true },
    pipeline: { requiredSteps: [{ id: "cluster_update", title: "Update cluster" }] },
  },
};

/** The profile with something else said of its credential. */
export function profileWith(credential: Partial<ProfileCredential>): Profile {
  const credentials = (profile.spec.credentials ?? []).map((one) => ({ ...one, ...credential }));
  return { ...profile, spec: { ...profile.spec, credentials } };
}

export interface Given extends Partial<Omit<AssembleInput, "documents" | "texts" | "gitFiles">> {
  /** By file name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly documents?: readonly SourceDocument[];
  readonly texts?: Readonly<Record<string, string>>;
  readonly git?: Readonly<Record<string, string>>;
}

/** Reads a text that must be right; a broken test must not become another case. */
export function documentsOf(file: string, text: string): readonly SourceDocument[] {
  const parsed = readDocuments({ file, text });
  if (!parsed.ok) throw new Error(`${file}: ${parsed.problems.map((p) => p.message).join("; ")}`);
  return parsed.value;
}

export function documentOf(value: unknown, file = "input.json"): SourceDocument {
  const [document] = documentsOf(file, JSON.stringify(value));
  if (document === undefined) throw new Error("no document");
  return document;
}

export function assemble({ files = {}, documents, texts = {}, git = {}, ...rest }: Given) {
  return assembleSnapshot({
    documents: [
      ...Object.entries(files).flatMap(([file, text]) => documentsOf(file, text)),
      ...(documents ?? []),
    ],
    texts: Object.entries(texts).map(([file, text]) => ({ file, text })),
    profile,
    key,
    takenAt: undefined,
    fallbackTakenAt: "2026-08-06T17:20:00Z",
    gitFiles: Object.entries(git).map(([path, text]) => ({ path, source: { file: path, text } })),
    declaredCredentials: [],
    ...rest,
  });
}

export function snapshotOf(given: Given): Snapshot {
  return assembledOf(given).snapshot;
}

export function assembledOf(given: Given): Assembled {
  const parsed = assemble(given);
  if (parsed.ok) return parsed.value;
  throw new Error(JSON.stringify(parsed.problems, null, 1));
}

export function problemsOf(given: Given): readonly Problem[] {
  const parsed: Parsed<Assembled> = assemble(given);
  return parsed.ok ? [] : parsed.problems;
}

/** Code and place of each problem: what callers rely on. */
export function placesOf(given: Given): readonly string[] {
  return problemsOf(given).map(
    ({ code, position }) => `${code} ${position?.file}:${position?.line}:${position?.column}`,
  );
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

export function dockerConfig(user: string, password: string, host = "ghcr.io"): string {
  return JSON.stringify({ auths: { [host]: { auth: base64(`${user}:${password}`) } } });
}

export function node(name: string, ip: string, extra: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: `uid-${name}`, ...extra },
    spec: { podCIDR: "10.1.0.0/24" },
    status: {
      addresses: [
        { type: "InternalIP", address: ip },
        { type: "Hostname", address: name },
      ],
      nodeInfo: { bootID: `boot-${name}`, osImage: "Talos (v1.13.8)" },
    },
  };
}

export function listOf(items: readonly object[], kind = "List", metadata: object = {}): string {
  return JSON.stringify({ apiVersion: "v1", kind, metadata, items });
}

export function machineConfig(nodeAddress: string, spec: string, id = "v1alpha1"): object {
  return {
    node: nodeAddress,
    metadata: {
      namespace: "config",
      type: "MachineConfigs.config.talos.dev",
      id,
      version: 12,
      phase: "running",
      updated: "2026-08-01T10:00:00Z",
    },
    spec,
  };
}
