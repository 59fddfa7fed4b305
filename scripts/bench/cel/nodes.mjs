// Kubernetes Node objects of 3 to 4 KB, drawn from a seed; no two need to have the same keys in the same order.
import { createHash } from "node:crypto";
import { annotation, controlPlaneLabel, supportedVersion } from "./conditions.mjs";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

export const desired = `sha256:${sha256("desired")}`;

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What is drawn for one node. */
function drawFrom(random) {
  const below = (count) => Math.floor(random() * count);
  const draw = {
    below,
    chance: (share) => random() < share,
    oneOf: (items) => items[below(items.length)],
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(""),
    shuffled: (items) => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0]);
    },
  };
  /** Each entry or not, in any order. */
  draw.someOf = (entries, share) =>
    Object.fromEntries(draw.shuffled(entries.filter(([, , always]) => always || random() < share)));
  return draw;
}

/** `count` nodes as they come from JSON. */
export function nodesOf(count, seed) {
  const draw = drawFrom(randomFrom(seed));
  return Array.from({ length: count }, (_, index) =>
    JSON.parse(JSON.stringify(nodeOf(draw, index))),
  );
}

/** As `nodesOf`, but half of them lack parts, or hold odd ones. */
export function brokenNodesOf(count, seed) {
  const draw = drawFrom(randomFrom(seed));
  return Array.from({ length: count }, (_, index) => {
    const node = nodeOf(draw, index);
    if (index % 2 === 1)
      for (let left = 1 + draw.below(3); left > 0; left--) draw.oneOf(damages)(node, draw);
    return JSON.parse(JSON.stringify(node));
  });
}

const digestsAskew = [
  "",
  "sha256:",
  desired.toUpperCase(),
  desired.slice(0, -1),
  `${desired}0`,
  `${desired}\n`,
  ` ${desired}`,
  `${desired.slice(0, -1)}g`,
  desired.replace("sha256", "sha512"),
  desired.slice("sha256:".length),
];

/** Each takes a node apart in one way; what was taken before may be missing. */
const damages = [
  ({ metadata }) => delete metadata.annotations,
  ({ metadata }) => delete metadata.labels,
  (node) => delete node.spec,
  (node) => delete node.status,
  ({ status = {} }) => delete status.conditions,
  ({ metadata }) => {
    metadata.annotations = {};
  },
  ({ metadata }) => {
    metadata.labels = {};
  },
  (node) => {
    node.spec = {};
  },
  (node) => {
    node.status = {};
  },
  ({ status = {} }) => {
    status.conditions = [];
  },
  ({ spec = {} }) => {
    spec.unschedulable = false;
  },
  ({ status = {} }, draw) => {
    status.conditions = draw.shuffled((status.conditions ?? []).slice(draw.below(3)));
  },
  ({ metadata: { annotations = {} } }, draw) => {
    annotations[annotation.revision] = draw.oneOf(digestsAskew);
  },
  ({ metadata: { annotations = {} } }, draw) => {
    annotations[annotation.effective] = draw.oneOf([desired, ...digestsAskew]);
  },
  ({ metadata: { annotations = {} } }) => delete annotations[annotation.version],
  ({ metadata: { annotations = {} } }, draw) => {
    annotations[annotation.version] = draw.oneOf(["", "v1", "v3", "V2", "2"]);
  },
];

function nodeOf(draw, index) {
  const isControlPlane = draw.chance(0.15);
  const name = `${isControlPlane ? "control-plane" : "worker"}-${index}`;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      annotations: annotationsOf(draw),
      creationTimestamp: `2026-0${1 + draw.below(9)}-1${draw.below(10)}T08:15:00Z`,
      labels: labelsOf(draw, name, isControlPlane),
      name,
      resourceVersion: String(1_000_000 + draw.below(1_000_000)),
      uid: uidOf(draw),
    },
    spec: specOf(draw, index, isControlPlane),
    status: statusOf(draw, index, name),
  };
}

function uidOf({ hex }) {
  return [8, 4, 4, 4, 12].map(hex).join("-");
}

function annotationsOf(draw) {
  const { chance, hex, oneOf, below } = draw;
  const digest = () => (chance(0.6) ? desired : `sha256:${hex(64)}`);
  const proof = [
    [annotation.revision, chance(0.05) ? oneOf(digestsAskew) : digest()],
    [annotation.version, chance(0.95) ? supportedVersion : "v1"],
  ];
  const others = [
    ["node.alpha.kubernetes.io/ttl", "0", true],
    ["volumes.kubernetes.io/controller-managed-attach-detach", "true", true],
    ["csi.volume.kubernetes.io/nodeid", JSON.stringify({ "csi.example": String(below(9e7)) })],
    ["cluster.x-k8s.io/machine", `machine-${hex(5)}`],
    ["cluster.x-k8s.io/owner-kind", "MachineSet"],
    ["extensions.talos.dev/qemu-guest-agent", "9.2.0"],
    ["extensions.talos.dev/schematic", hex(64), true],
    ["networking.talos.dev/self-ips", `10.0.${below(256)}.${below(256)},fd00::${hex(4)}`],
    ["talos.dev/owned-labels", '["topology.kubernetes.io/zone"]'],
    ["flannel.alpha.coreos.com/backend-data", `{"VNI":1,"VtepMAC":"${hex(12)}"}`],
    ["flannel.alpha.coreos.com/backend-type", "vxlan"],
  ];
  const effective = [annotation.effective, digest(), chance(0.8)];
  return draw.someOf(
    [...(chance(0.9) ? proof.map(([key, value]) => [key, value, true]) : []), effective, ...others],
    0.6,
  );
}

function labelsOf(draw, name, isControlPlane) {
  const { oneOf, below } = draw;
  const zone = `zone-${below(3)}`;
  const size = oneOf(["cx32", "cx42", "cx52"]);
  return draw.someOf(
    [
      ["kubernetes.io/hostname", name, true],
      ["kubernetes.io/arch", "amd64", true],
      ["kubernetes.io/os", "linux", true],
      ["beta.kubernetes.io/arch", "amd64"],
      ["beta.kubernetes.io/os", "linux"],
      ["node.kubernetes.io/instance-type", size],
      ["beta.kubernetes.io/instance-type", size],
      ["topology.kubernetes.io/zone", zone],
      ["topology.kubernetes.io/region", "region-1"],
      ["failure-domain.beta.kubernetes.io/zone", zone],
      ["extensions.talos.dev/iscsi-tools", "v0.1.6"],
      ["pool.example/name", oneOf(["general", "storage", "ingress"])],
      ["pool.example/generation", String(below(9))],
      ["node.kubernetes.io/exclude-from-external-load-balancers", ""],
      ...(isControlPlane ? [[controlPlaneLabel, "", true]] : []),
    ],
    0.6,
  );
}

function specOf(draw, index, isControlPlane) {
  const cidr = `10.244.${index & 255}.0/24`;
  const taint = { effect: "NoSchedule", key: controlPlaneLabel };
  return {
    podCIDR: cidr,
    podCIDRs: [cidr],
    providerID: `hcloud://${draw.below(1e8)}`,
    ...(isControlPlane ? { taints: [taint] } : {}),
    ...(draw.chance(0.2) ? { unschedulable: true } : {}),
  };
}

/** Per condition: what the kubelet says when all is well, and of what it says so. */
const reports = [
  [
    "MemoryPressure",
    "False",
    "KubeletHasSufficientMemory",
    "kubelet has sufficient memory available",
  ],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
  ["NetworkUnavailable", "False", "FlannelIsUp", "Flannel is running on this node"],
];

function statusOf(draw, index, name) {
  const { below, chance, hex, oneOf } = draw;
  const conditions = reports.map(([type, usual, reason, message]) => ({
    lastHeartbeatTime: `2026-09-30T10:0${below(10)}:00Z`,
    lastTransitionTime: `2026-09-${10 + below(20)}T10:00:00Z`,
    message,
    reason,
    status: type === "Ready" && chance(0.1) ? oneOf(["False", "Unknown"]) : usual,
    type,
  }));
  const resources = {
    cpu: "8",
    "ephemeral-storage": "160617Mi",
    "hugepages-1Gi": "0",
    "hugepages-2Mi": "0",
    memory: `${15_900_000 + below(9999)}Ki`,
    pods: "110",
  };
  return {
    addresses: [
      { address: `10.0.${(index >> 8) & 255}.${index & 255}`, type: "InternalIP" },
      { address: `192.0.2.${index & 255}`, type: "ExternalIP" },
      { address: name, type: "Hostname" },
    ],
    allocatable: { ...resources, cpu: "7950m" },
    capacity: resources,
    conditions: chance(0.5) ? conditions : draw.shuffled(conditions),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    images: ["pause", "flannel", "kube-proxy"].slice(below(3)).map((image) => ({
      names: [
        `registry.example/${image}@sha256:${hex(64)}`,
        `registry.example/${image}:v1.${below(40)}`,
      ],
      sizeBytes: below(9e7),
    })),
    nodeInfo: {
      architecture: "amd64",
      bootID: uidOf(draw),
      containerRuntimeVersion: "containerd://2.2.1",
      kernelVersion: "6.18.4-talos",
      kubeProxyVersion: "v1.36.3",
      kubeletVersion: "v1.36.3",
      machineID: hex(32),
      operatingSystem: "linux",
      osImage: "Talos (v1.13.8)",
      systemUUID: uidOf(draw),
    },
  };
}
