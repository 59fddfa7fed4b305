// A snapshot of many nodes that all act: every marker is lost, hand-offs prove what is loaded, and each node has two pods.
import { createHash } from "node:crypto";

const hex = (text) => createHash("sha256").update(text).digest("hex");
const revision = hex("revision");
const host = "registry.example";

export const profile = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Profile",
  metadata: { name: "bench" },
  spec: {
    credentials: [
      {
        name: "registry",
        host,
        declared: {
          file: "secret.enc.yaml",
          pointer: "/stringData/config",
          secret: { namespace: "flux-system", name: "pull", key: "config" },
        },
        proof: { revision: "proof.example/revision", image: "proof.example/image" },
        image: { repository: `${host}/operator`, tag: { file: "operator.yaml", pointer: "/tag" } },
      },
    ],
    nodes: { talosCollected: true, minutesPerReboot: 5 },
  },
};

const entry = {
  host,
  kind: "basic",
  consistent: true,
  fingerprint: { alg: "hmac-sha256/v1", keyId: "bench", value: hex("credential") },
};

export function snapshotOf(count) {
  const names = Array.from({ length: count }, (_, index) => `worker-${index}`);
  const objects = {};
  const talos = {};
  for (const [index, name] of names.entries()) {
    objects[`v1/Node//${name}`] = node(name, index);
    for (const app of ["agent", "proxy"])
      objects[`v1/Pod/kube-system/${app}-${name}`] = pod(app, name);
    talos[name] = talosRecord();
  }
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    metadata: { name: "bench" },
    takenAt: "2026-08-09T20:31:00Z",
    objects,
    coverage: [{ kind: "v1/Node", complete: true }],
    talos,
    credentials: { registry: { declared: { revision, entries: [entry] } } },
    git: { files: { "operator.yaml": { values: { "/tag": "v1.2.3" } } } },
    proofs: [
      {
        version: 2,
        credential: "registry",
        credentialRevision: revision,
        image: `${host}/operator:v1.2.3`,
        nodes: names.map((name) => ({ name, uid: `uid-${name}`, bootId: `boot-${name}` })),
      },
    ],
    gaps: [],
  };
}

function node(name, index) {
  const condition = (type, status) => ({
    type,
    status,
    lastHeartbeatTime: "2026-08-09T20:30:00Z",
    lastTransitionTime: "2026-08-09T19:50:00Z",
  });
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: String(1000 + index),
      creationTimestamp: "2026-05-01T00:00:00Z",
      labels: {
        "beta.kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": name,
        "node.kubernetes.io/instance-type": "cx42",
        "topology.kubernetes.io/zone": `zone-${index % 3}`,
      },
      annotations: { "talos.dev/owned-annotations": "[]" },
    },
    spec: { providerID: `hcloud://${index}` },
    status: {
      addresses: [
        { type: "InternalIP", address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` },
        { type: "Hostname", address: name },
      ],
      conditions: [
        condition("MemoryPressure", "False"),
        condition("DiskPressure", "False"),
        condition("PIDPressure", "False"),
        condition("Ready", "True"),
      ],
      nodeInfo: {
        bootID: `boot-${name}`,
        machineID: `machine-${name}`,
        osImage: "Talos (v1.13.8)",
        kubeletVersion: "v1.36.3",
        containerRuntimeVersion: "containerd://2.2.1",
      },
    },
  };
}

function pod(app, nodeName) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `${app}-${nodeName}`,
      namespace: "kube-system",
      uid: `uid-${app}-${nodeName}`,
      labels: {
        "k8s-app": app,
        "controller-revision-hash": "7f7c864994",
        "pod-template-generation": "13",
      },
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "DaemonSet",
          name: app,
          uid: `uid-${app}`,
          controller: true,
        },
      ],
    },
    spec: { nodeName, containers: [{ name: app, image: `${host}/${app}:v1.20.0` }] },
    status: {
      phase: "Running",
      startTime: "2026-07-28T05:00:00Z",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [
        { name: app, ready: true, restartCount: 0, imageID: `${host}/${app}@sha256:${hex(app)}` },
      ],
    },
  };
}

function talosRecord() {
  return {
    version: "v1.13.8",
    machineConfig: {
      active: {
        documents: [
          {
            kind: "v1alpha1",
            machineType: "worker",
            nodeAnnotations: {},
            registryAuth: [],
            digests: { "/cluster/id": hex("id").slice(0, 32) },
          },
          { kind: "RegistryAuthConfig", name: host, registryAuth: [entry], digests: {} },
        ],
      },
    },
  };
}
