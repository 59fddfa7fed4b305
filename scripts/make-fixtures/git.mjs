// Files of the Git checkout, by path: what the gate declares, and where the operator's version stands.
const controllers = "k8s/providers/hetzner/infrastructure/controllers";
const component = "cilium/components/homogeneous-devices";

export const gatePaths = {
  kustomization: `${controllers}/kustomization.yaml`,
  component: `${controllers}/${component}/kustomization.yaml`,
};
/** What the cluster tool writes to the cluster. */
export const clusterPath = "ksail.prod.yaml";
export const operatorPath = "k8s/bases/infrastructure/controllers/ksail-operator/helm-release.yaml";
export const encryptedSecretPath = "k8s/bases/bootstrap/secret.enc.yaml";

/** The two files that say whether the gate is up. */
export function gateFiles({ held }) {
  return {
    [gatePaths.kustomization]: kustomization(held),
    [gatePaths.component]: held ? heldComponent : releasedComponent,
  };
}

function kustomization(held) {
  const marker = held
    ? `  # The gate below is meant to be short-lived. Whoever puts it up writes the day (UTC) here, and takes the
  # line away together with the gate; deploys warn and then fail by it.
  # platform.devantler.tech/rollout-gate-activated: 2026-07-26
`
    : "";
  return `---
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  # Controllers of the base that production runs; the rest of the base is for local clusters.
  - ../../../../bases/infrastructure/controllers/cert-manager/
  - ../../../../bases/infrastructure/controllers/cilium/
  - ../../../../bases/infrastructure/controllers/external-secrets/
  - ../../../../bases/infrastructure/controllers/flux-operator/
  - ../../../../bases/infrastructure/controllers/ksail-operator/
  - ../../../../bases/infrastructure/controllers/kyverno/
  # Only on Hetzner.
  - cilium/
  - cluster-autoscaler/
  - coredns/
  - hcloud-ccm/
  - hcloud-csi/
  - longhorn/
components:
  # Order matters: a later component overrides the devices of an earlier one.
  - cilium/components/private-nic-devices/
${marker}  - ${component}/
  # Waits until the devices have settled.
  # - cilium/components/ebpf-host-routing/
patches:
  - path: flux-operator/patches/helm-release-patch.yaml
  - path: ksail-operator/patches/enable-oidc.yaml
`;
}

const componentHead = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
  - target:
      group: helm.toolkit.fluxcd.io
      version: v2
      kind: HelmRelease
      name: cilium
      namespace: kube-system
    patch: |
      - op: replace
        path: /spec/values/devices
        value: "en+ eth+"
      - op: replace
        path: /spec/values/nodePort/addresses
        value:
          - 10.0.1.0/24
`;

const heldComponent = `# Both network interfaces of every node become Cilium devices, whatever a machine type calls them.
#
# This changes which address an agent may take for its own, so it is introduced one node at a time:
#
#   1. Merge. Agents keep running; each new one (a deleted pod, a rebooted node, a new machine) is already a
#      canary, wanted or not.
#   2. Delete one agent. Check its devices, its node address, the health mesh and dropped flows before the next.
#   3. Once every agent runs the newest template, take the two rollout overrides below away. Not earlier: the
#      agents that are left would follow all at once.
#
# Should anything in the template change half-way, start again at 2 for every agent. To give up instead, drop the
# reference to this component, but look at the difference first: it is rolled out at once as well.
${componentHead}      # The gate: agents change only when someone deletes them. The null clears the chart's default.
      - op: replace
        path: /spec/values/updateStrategy
        value:
          type: OnDelete
          rollingUpdate: null
      # Helm would wait forever for agents that nobody has deleted yet.
      - op: add
        path: /spec/upgrade/disableWait
        value: true
`;

const releasedComponent = `# Both network interfaces of every node are Cilium devices, whatever a machine type calls them.
#
# Introduced node by node in the summer of 2026; what held the rollout back meanwhile is gone again.
${componentHead}`;

/** The operator's HelmRelease: the chart's version is the tag of the image that nodes must be able to pull. */
export function operatorRelease(version) {
  return `---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ksail-operator
  namespace: ksail-operator
spec:
  interval: 10m0s
  timeout: 10m
  install:
    crds: CreateReplace
  upgrade:
    crds: CreateReplace
  chart:
    spec:
      chart: ksail-operator
      # The chart sets the image to v<version>.
      version: ${version}
      sourceRef:
        kind: HelmRepository
        name: ksail-operator
  values:
    fullnameOverride: ksail-operator
    ui:
      readOnly: true
`;
}

/** The cluster tool's own file, as far as it says how artifacts are verified. */
export const clusterFile = `apiVersion: ksail.io/v1alpha1
kind: Cluster
metadata:
  name: prod
spec:
  workload:
    sourceDirectory: k8s
    tag: latest
    # Artifacts are signed by the workflow that publishes them, and nothing else may be deployed.
    verify:
      provider: cosign
      matchOIDCIdentity:
        - issuer: ^https://token\\.actions\\.githubusercontent\\.com$
          subject: ^https://github\\.com/platform-team/platform/\\.github/workflows/ci\\.yaml@refs/heads/.*$
`;
