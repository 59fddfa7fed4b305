// What surrounds the gated DaemonSet: the HelmRelease that delivers it and the autoscaler that its gate holds at zero.
import { annotationPrefix } from "./cluster.mjs";
import { after, base64, digestFrom, resourceVersion, sha256, uuid } from "./shapes.mjs";

/** Delivered: Helm rewrote the template. Whether an agent runs it is another matter. */
export function helmRelease({ chartVersion, release, deployedAt, gated }) {
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: {
      name: "cilium",
      namespace: "kube-system",
      uid: uuid("helmrelease/kube-system/cilium"),
      resourceVersion: resourceVersion(deployedAt),
      generation: release - 6,
      creationTimestamp: "2026-02-14T09:31:02Z",
      labels: {
        "kustomize.toolkit.fluxcd.io/name": "infrastructure-controllers",
        "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
      },
      finalizers: ["finalizers.fluxcd.io"],
    },
    spec: {
      chart: {
        spec: {
          chart: "cilium",
          sourceRef: { kind: "HelmRepository", name: "cilium" },
          version: chartVersion,
        },
      },
      driftDetection: { mode: "enabled" },
      install: { remediation: { retries: -1 } },
      interval: "10m0s",
      timeout: "10m",
      upgrade: { remediation: { retries: -1 }, ...(gated ? { disableWait: true } : {}) },
      values: {
        devices: "en+ eth+",
        rollOutCiliumPods: true,
        ...(gated ? { updateStrategy: { rollingUpdate: null, type: "OnDelete" } } : {}),
      },
    },
    status: helmReleaseStatus({ chartVersion, release, deployedAt, gated }),
  };
}

function helmReleaseStatus({ chartVersion, release, deployedAt, gated }) {
  const chart = `cilium@${chartVersion}`;
  const message = `Helm upgrade succeeded for release kube-system/cilium.v${release} with chart ${chart}`;
  return {
    conditions: ["Ready", "Released"].map((type) => ({
      lastTransitionTime: deployedAt,
      message,
      observedGeneration: release - 6,
      reason: "UpgradeSucceeded",
      status: "True",
      type,
    })),
    history: [
      {
        chartName: "cilium",
        chartVersion,
        configDigest: `sha256:${sha256(`values/${chart}/${gated}`)}`,
        digest: `sha256:${sha256(`release/${chart}/${release}`)}`,
        firstDeployed: "2026-02-14T09:31:05Z",
        lastDeployed: after(deployedAt, -6),
        name: "cilium",
        namespace: "kube-system",
        status: "deployed",
        version: release,
      },
    ],
    inventory: {
      entries: [
        { id: "kube-system_cilium-config__ConfigMap", v: "v1" },
        { id: "kube-system_cilium_apps_DaemonSet", v: "v1" },
        { id: "kube-system_cilium-operator_apps_Deployment", v: "v1" },
      ],
    },
    lastAttemptedConfigDigest: `sha256:${sha256(`values/${chart}/${gated}`)}`,
    lastAttemptedGeneration: release - 6,
    lastAttemptedReleaseAction: "upgrade",
    lastAttemptedRevision: chartVersion,
    observedGeneration: release - 6,
    storageNamespace: "kube-system",
  };
}

const autoscalerName = "cluster-autoscaler-hetzner-cluster-autoscaler";
const autoscalerLabels = {
  "app.kubernetes.io/instance": "cluster-autoscaler",
  "app.kubernetes.io/name": "hetzner-cluster-autoscaler",
};
const gateAnnotations = {
  [`${annotationPrefix}/cilium-device-rollout-previous-replicas`]: "1",
  [`${annotationPrefix}/cilium-device-rollout-approved-template-sha`]: digestFrom(
    "94910ca6",
    "reconciled template",
  ),
};

/** The autoscaler's Deployment, held at zero by the gate or back at the count that the gate remembered. */
export function autoscaler({ held, changedAt, generation }) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: autoscalerName,
      namespace: "kube-system",
      uid: uuid(`deployment/kube-system/${autoscalerName}`),
      resourceVersion: resourceVersion(changedAt),
      generation,
      creationTimestamp: "2026-02-14T10:02:51Z",
      labels: { ...autoscalerLabels, "app.kubernetes.io/managed-by": "Helm" },
      annotations: {
        "deployment.kubernetes.io/revision": "9",
        "meta.helm.sh/release-name": "cluster-autoscaler",
        "meta.helm.sh/release-namespace": "kube-system",
        ...(held ? gateAnnotations : {}),
      },
    },
    spec: {
      progressDeadlineSeconds: 600,
      replicas: held ? 0 : 1,
      revisionHistoryLimit: 10,
      selector: { matchLabels: autoscalerLabels },
      strategy: {
        rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" },
        type: "RollingUpdate",
      },
      template: {
        metadata: { labels: autoscalerLabels },
        spec: { containers: [autoscalerContainer()], serviceAccountName: autoscalerName },
      },
    },
    status: autoscalerStatus({ held, changedAt, generation }),
  };
}

function autoscalerContainer() {
  return {
    command: ["./cluster-autoscaler", "--cloud-provider=hetzner", "--namespace=kube-system"],
    env: [
      { name: "HCLOUD_TOKEN", valueFrom: { secretKeyRef: { key: "token", name: "hcloud" } } },
      { name: "HCLOUD_CLOUD_INIT", value: base64("example cloud init, not a real one") },
    ],
    image: "registry.k8s.io/autoscaling/cluster-autoscaler:v1.36.0",
    imagePullPolicy: "IfNotPresent",
    name: "hetzner-cluster-autoscaler",
  };
}

function autoscalerStatus({ held, changedAt, generation }) {
  const condition = (type, reason, message) => ({
    lastTransitionTime: changedAt,
    lastUpdateTime: changedAt,
    message,
    reason,
    status: "True",
    type,
  });
  const running = { availableReplicas: 1, readyReplicas: 1, replicas: 1, updatedReplicas: 1 };
  return {
    conditions: [
      condition("Available", "MinimumReplicasAvailable", "Deployment has minimum availability."),
      condition("Progressing", "NewReplicaSetAvailable", "The replica set has progressed."),
    ],
    observedGeneration: generation,
    ...(held ? {} : running),
  };
}

/** The root source of Flux. `verified`: it asks for signatures, and the newest artifact has them. */
export function ociRepository({ digest, fetchedAt, verified }) {
  const generation = verified ? 9 : 8;
  const stored = `stored artifact for digest 'latest@${digest}'`;
  const condition = (type, message) => ({
    lastTransitionTime: fetchedAt,
    message,
    observedGeneration: generation,
    reason: "Succeeded",
    status: "True",
    type,
  });
  const identity = {
    issuer: "^https://token\\.actions\\.githubusercontent\\.com$",
    subject:
      "^https://github\\.com/platform-team/platform/\\.github/workflows/ci\\.yaml@refs/heads/.*$",
  };
  return {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "OCIRepository",
    metadata: {
      name: "flux-system",
      namespace: "flux-system",
      uid: uuid("ocirepository/flux-system/flux-system"),
      resourceVersion: resourceVersion(fetchedAt),
      generation,
      creationTimestamp: "2026-02-14T09:29:40Z",
    },
    spec: {
      interval: "1m0s",
      provider: "generic",
      ref: { tag: "latest" },
      secretRef: { name: "ksail-registry-credentials" },
      timeout: "60s",
      url: "oci://ghcr.io/platform-team/platform/manifests",
      verify: verified ? { provider: "cosign", matchOIDCIdentity: [identity] } : undefined,
    },
    status: {
      artifact: { digest, lastUpdateTime: fetchedAt, revision: `latest@${digest}` },
      conditions: [
        condition("Ready", stored),
        condition("ArtifactInStorage", stored),
        ...(verified
          ? [condition("SourceVerified", `verified signature of revision latest@${digest}`)]
          : []),
      ],
      observedGeneration: generation,
    },
  };
}
