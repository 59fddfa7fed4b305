// The production cluster's nodes, as the API server gives them.
import { after, pick, resourceVersion, sha256, uuid } from "./shapes.mjs";

export const talosVersion = "v1.13.8";
export const kubernetesVersion = "v1.36.2";
export const annotationPrefix = "platform.devantler.tech";
export const proofKeys = {
  desired: `${annotationPrefix}/ghcr-pull-desired-revision`,
  revision: `${annotationPrefix}/ghcr-pull-verified-revision-v2`,
  image: `${annotationPrefix}/ghcr-pull-verified-image-v2`,
};

/** Of the image factory: which system extensions a node carries. */
export const schematic = "613e1592b2da41ae5e265e8789429f22e121aab91cb4deb6bc3c0b6262961245";

const extensions = {
  "extensions.talos.dev/iscsi-tools": "v0.2.0",
  "extensions.talos.dev/schematic": schematic,
  "extensions.talos.dev/util-linux-tools": "2.41.2",
};

const controlPlanes = [1, 2, 3].map((n) => ({
  name: `prod-control-plane-${n}`,
  role: "controlplane",
  ip: `10.0.1.${n}`,
  externalIp: `203.0.113.${n}`,
  serverId: 62_010_400 + n,
  instanceType: "cpx32",
  createdAt: after("2026-06-20T07:02:11Z", n * 1380),
}));
const workers = [1, 2, 3, 4].map((n) => ({
  name: `prod-worker-${n}`,
  role: "worker",
  ip: `10.0.1.${10 + n}`,
  externalIp: `203.0.113.${10 + n}`,
  serverId: 62_010_410 + n,
  instanceType: "cx43",
  createdAt: after("2026-06-20T08:31:40Z", n * 960),
}));
const autoscaled = [
  { name: "autoscale-cx33-4f2c9a1b7d3e5f60", createdAt: "2026-07-21T11:48:05Z" },
  { name: "autoscale-cx33-7b90d5e2c81a46f3", createdAt: "2026-07-23T16:20:52Z" },
].map((machine, index) => ({
  ...machine,
  role: "worker",
  autoscaled: true,
  ip: `10.0.1.${21 + index}`,
  externalIp: `203.0.113.${21 + index}`,
  serverId: 63_377_120 + index,
  instanceType: "cx33",
}));

/** Workers before control planes, bytewise by name: the order in which the fleet is rebooted. */
export function machines({ autoscaled: count = 0 } = {}) {
  return [...autoscaled.slice(0, count), ...workers, ...controlPlanes];
}

/** Each machine with the instant it last booted, `every` seconds apart. */
export function booted(fleet, first, every) {
  return fleet.map((machine, index) => ({ ...machine, bootedAt: after(first, index * every) }));
}

export function nodeUid(machine) {
  return uuid(`node/${machine.name}/${machine.incarnation ?? "first"}`);
}

export function bootId(machine) {
  return uuid(`boot/${machine.name}/${machine.bootedAt}`);
}

/** One Node. `shown` are the annotations that Talos wrote here from machine config, and so counts as its own. */
export function node(machine, takenAt, shown) {
  const heartbeatAt = after(takenAt, -30 - pick(`heartbeat/${machine.name}`, 200));
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: machine.name,
      uid: nodeUid(machine),
      resourceVersion: resourceVersion(after(takenAt, -pick(`written/${machine.name}`, 20))),
      creationTimestamp: machine.createdAt,
      labels: labels(machine),
      annotations: annotations(machine, shown),
    },
    spec: {
      podCIDR: `10.244.${machine.ip.split(".")[3]}.0/24`,
      podCIDRs: [`10.244.${machine.ip.split(".")[3]}.0/24`],
      providerID: `hcloud://${machine.serverId}`,
      ...(machine.role === "controlplane"
        ? { taints: [{ effect: "NoSchedule", key: "node-role.kubernetes.io/control-plane" }] }
        : {}),
    },
    status: status(machine, heartbeatAt),
  };
}

function labels(machine) {
  return {
    "beta.kubernetes.io/arch": "amd64",
    "beta.kubernetes.io/os": "linux",
    "csi.hetzner.cloud/location": "fsn1",
    "instance.hetzner.cloud/provided-by": "cloud",
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": machine.name,
    "kubernetes.io/os": "linux",
    "node.kubernetes.io/instance-type": machine.instanceType,
    "topology.kubernetes.io/region": "fsn1",
    "topology.kubernetes.io/zone": "fsn1-dc14",
    ...(machine.autoscaled
      ? { "hcloud/node-group": "autoscale-cx33", "ksail.io/autoscaled": "true" }
      : {}),
    ...(machine.role === "controlplane"
      ? {
          "node-role.kubernetes.io/control-plane": "",
          "node.kubernetes.io/exclude-from-external-load-balancers": "",
        }
      : {}),
  };
}

function annotations(machine, shown) {
  const fromTalos = { ...extensions, ...shown };
  return {
    "csi.volume.kubernetes.io/nodeid": JSON.stringify({
      "csi.hetzner.cloud": String(machine.serverId),
    }),
    "node.alpha.kubernetes.io/ttl": "0",
    "volumes.kubernetes.io/controller-managed-attach-detach": "true",
    ...fromTalos,
    "talos.dev/owned-annotations": JSON.stringify(Object.keys(fromTalos).sort()),
  };
}

function status(machine, heartbeatAt) {
  const memory = machine.instanceType === "cx43" ? "16082552Ki" : "8019068Ki";
  const size = {
    cpu: machine.instanceType === "cx43" ? "8" : "4",
    "ephemeral-storage": "157024236Ki",
    "hugepages-1Gi": "0",
    "hugepages-2Mi": "0",
    memory,
    pods: "110",
  };
  return {
    addresses: [
      { address: machine.name, type: "Hostname" },
      { address: machine.externalIp, type: "ExternalIP" },
      { address: machine.ip, type: "InternalIP" },
    ],
    allocatable: size,
    capacity: size,
    conditions: conditions(machine, heartbeatAt),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    images: [
      { names: [`ghcr.io/siderolabs/kubelet:${kubernetesVersion}`], sizeBytes: 121_870_112 },
      { names: ["registry.k8s.io/pause:3.10.1"], sizeBytes: 320_448 },
    ],
    nodeInfo: {
      architecture: "amd64",
      bootID: bootId(machine),
      containerRuntimeVersion: "containerd://2.2.4",
      kernelVersion: "6.18.34-talos",
      kubeProxyVersion: "",
      kubeletVersion: kubernetesVersion,
      machineID: sha256(`machine/${machine.serverId}`).slice(0, 32),
      operatingSystem: "linux",
      osImage: `Talos (${talosVersion})`,
      systemUUID: uuid(`system/${machine.serverId}`),
    },
  };
}

function conditions(machine, heartbeatAt) {
  const startedAt = after(machine.bootedAt, 27);
  const fine = (type, reason, words) => ({
    lastHeartbeatTime: heartbeatAt,
    lastTransitionTime: startedAt,
    message: `kubelet has ${words}`,
    reason,
    status: "False",
    type,
  });
  return [
    {
      lastHeartbeatTime: after(machine.bootedAt, 88),
      lastTransitionTime: after(machine.bootedAt, 88),
      message: "Cilium is running on this node",
      reason: "CiliumIsUp",
      status: "False",
      type: "NetworkUnavailable",
    },
    fine("MemoryPressure", "KubeletHasSufficientMemory", "sufficient memory available"),
    fine("DiskPressure", "KubeletHasNoDiskPressure", "no disk pressure"),
    fine("PIDPressure", "KubeletHasSufficientPID", "sufficient PID available"),
    {
      lastHeartbeatTime: heartbeatAt,
      lastTransitionTime: after(machine.bootedAt, 96),
      message: "kubelet is posting ready status",
      reason: "KubeletReady",
      status: "True",
      type: "Ready",
    },
  ];
}

/** The Namespace whose UID names the cluster. */
export function kubeSystem() {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: {
      name: "kube-system",
      uid: uuid("namespace/kube-system"),
      resourceVersion: "31",
      creationTimestamp: "2026-02-14T09:05:12Z",
      labels: { "kubernetes.io/metadata.name": "kube-system" },
    },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}
