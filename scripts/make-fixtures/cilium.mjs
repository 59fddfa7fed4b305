// The gated DaemonSet with its revisions and its pods.
import { imageIdOf, imageOf, revisionOf, revisions, template } from "./cilium-template.mjs";
import { after, letters, resourceVersion, sha256, uuid } from "./shapes.mjs";

const suffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";
const daemonSetUid = uuid("daemonset/kube-system/cilium");
const helmLabels = {
  "app.kubernetes.io/managed-by": "Helm",
  "helm.toolkit.fluxcd.io/name": "cilium",
  "helm.toolkit.fluxcd.io/namespace": "kube-system",
};
const helmAnnotations = {
  "meta.helm.sh/release-name": "cilium",
  "meta.helm.sh/release-namespace": "kube-system",
};

/**
 * `counts` are the status fields as the API server serialises them: zero is left out of the optional ones.
 * `templateGeneration` counts changes of the template, `generation` those of the whole spec.
 */
export function daemonSet({ current, generation, templateGeneration, updateStrategy, counts }) {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "cilium",
      namespace: "kube-system",
      uid: daemonSetUid,
      resourceVersion: resourceVersion(after(revisionOf(current).createdAt, 61)),
      generation,
      creationTimestamp: "2026-02-14T09:12:44Z",
      labels: {
        ...helmLabels,
        "app.kubernetes.io/name": "cilium-agent",
        "app.kubernetes.io/part-of": "cilium",
        "k8s-app": "cilium",
      },
      annotations: {
        ...helmAnnotations,
        "deprecated.daemonset.template.generation": String(templateGeneration),
      },
    },
    spec: {
      revisionHistoryLimit: 10,
      selector: { matchLabels: { "k8s-app": "cilium" } },
      template: template(revisionOf(current)),
      updateStrategy,
    },
    status: { numberMisscheduled: 0, observedGeneration: generation, ...counts },
  };
}

export function controllerRevisions(numbers) {
  return revisions
    .filter(({ number }) => numbers.includes(number))
    .map((at) => ({
      apiVersion: "apps/v1",
      kind: "ControllerRevision",
      metadata: {
        name: `cilium-${at.hash}`,
        namespace: "kube-system",
        uid: uuid(`controllerrevision/${at.number}`),
        resourceVersion: resourceVersion(at.createdAt),
        creationTimestamp: at.createdAt,
        labels: {
          "app.kubernetes.io/name": "cilium-agent",
          "app.kubernetes.io/part-of": "cilium",
          "controller-revision-hash": at.hash,
          "k8s-app": "cilium",
        },
        annotations: helmAnnotations,
        ownerReferences: [owner()],
      },
      revision: at.number,
      data: { spec: { template: { $patch: "replace", ...template(at) } } },
    }));
}

/** One agent on one machine. `templateGeneration` is that of the template it was made from. */
export function agentPod(machine, { revision, templateGeneration, startedAt }) {
  const at = revisionOf(revision);
  const made = template(at);
  const name = `cilium-${letters(`pod/${machine.name}/${startedAt}`, suffixAlphabet, 5)}`;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      generateName: "cilium-",
      namespace: "kube-system",
      uid: uuid(`pod/${machine.name}/${startedAt}`),
      resourceVersion: resourceVersion(after(startedAt, 44)),
      creationTimestamp: startedAt,
      labels: {
        ...made.metadata.labels,
        "controller-revision-hash": at.hash,
        "pod-template-generation": String(templateGeneration),
      },
      annotations: made.metadata.annotations,
      ownerReferences: [owner()],
    },
    spec: {
      ...made.spec,
      ...placement(machine),
      enableServiceLinks: true,
      priority: 2_000_001_000,
    },
    status: podStatus(machine, at, name, startedAt),
  };
}

function placement(machine) {
  const pressure = ["not-ready", "unreachable"].map((key) => ({
    effect: "NoExecute",
    key: `node.kubernetes.io/${key}`,
    operator: "Exists",
  }));
  const noSchedule = [
    "disk-pressure",
    "memory-pressure",
    "pid-pressure",
    "unschedulable",
    "network-unavailable",
  ];
  return {
    nodeName: machine.name,
    tolerations: [
      { operator: "Exists" },
      ...pressure,
      ...noSchedule.map((key) => ({
        effect: "NoSchedule",
        key: `node.kubernetes.io/${key}`,
        operator: "Exists",
      })),
    ],
  };
}

function podStatus(machine, at, name, startedAt) {
  const condition = (type, seconds) => ({
    lastProbeTime: null,
    lastTransitionTime: after(startedAt, seconds),
    status: "True",
    type,
  });
  const containerId = (container) => `containerd://${sha256(`container/${name}/${container}`)}`;
  const initSteps = template(at).spec.initContainers.map((step, index) => ({
    containerID: containerId(step.name),
    image: imageOf(at),
    imageID: imageIdOf(at),
    name: step.name,
    ready: true,
    restartCount: 0,
    started: false,
    state: {
      terminated: {
        containerID: containerId(step.name),
        exitCode: 0,
        finishedAt: after(startedAt, 12 + index),
        reason: "Completed",
        startedAt: after(startedAt, 11 + index),
      },
    },
  }));
  return {
    conditions: [
      condition("PodReadyToStartContainers", 11),
      condition("Initialized", 17),
      condition("Ready", 44),
      condition("ContainersReady", 44),
      condition("PodScheduled", 0),
    ],
    containerStatuses: [
      {
        containerID: containerId("cilium-agent"),
        image: imageOf(at),
        imageID: imageIdOf(at),
        lastState: {},
        name: "cilium-agent",
        ready: true,
        restartCount: 0,
        started: true,
        state: { running: { startedAt: after(startedAt, 18) } },
      },
    ],
    hostIP: machine.ip,
    hostIPs: [{ ip: machine.ip }],
    initContainerStatuses: initSteps,
    phase: "Running",
    podIP: machine.ip,
    podIPs: [{ ip: machine.ip }],
    qosClass: "Burstable",
    startTime: startedAt,
  };
}

function owner() {
  return {
    apiVersion: "apps/v1",
    blockOwnerDeletion: true,
    controller: true,
    kind: "DaemonSet",
    name: "cilium",
    uid: daemonSetUid,
  };
}
