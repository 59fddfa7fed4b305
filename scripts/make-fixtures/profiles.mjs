// Profiles, as text: they are documents for people, and their comments say what a key is for.
import { annotationPrefix } from "./cluster.mjs";
import { imageRepository } from "./credential.mjs";
import { clusterPath, encryptedSecretPath, gatePaths, operatorPath } from "./git.mjs";
import { requiredSteps } from "./pipeline.mjs";

/** `parts` are the entries of `spec`, in order; `depth` is how many folders lie between the file and the root. */
export function profile({ name, depth, comment, parts }) {
  const spec = parts.length === 0 ? "spec: {}\n" : `spec:\n${parts.join("")}`;
  return `# yaml-language-server: $schema=${"../".repeat(depth)}schemas/profile.schema.json
${comment ? `${comment}\n` : ""}apiVersion: fleetwarrant.dev/v1alpha1
kind: Profile
metadata:
  name: ${name}
${spec}`;
}

/** What Git alone can tell about the gate. */
export const declaredGate = `  gates:
    - name: cilium-homogeneous-devices
      declared:
        kustomization: ${gatePaths.kustomization}
        component: cilium/components/homogeneous-devices
        strategy:
          kind: HelmRelease
          namespace: kube-system
          name: cilium
          pointer: /spec/values/updateStrategy/type
      marker:
        key: ${annotationPrefix}/rollout-gate-activated
`;

/** The workloads that the gate holds. */
export const gateWorkloads = `      daemonSet:
        namespace: kube-system
        name: cilium
      ownership:
        deployment:
          namespace: kube-system
          name: cluster-autoscaler-hetzner-cluster-autoscaler
        rememberedReplicas: ${annotationPrefix}/cilium-device-rollout-previous-replicas
        reconciledTemplate: ${annotationPrefix}/cilium-device-rollout-approved-template-sha
`;

/** What the gate does to delivery. */
export const gateDelivery = `      helmRelease:
        namespace: kube-system
        name: cilium
      suppresses:
        - cluster_update
`;

/** Whoever replaces an agent on purpose records it. */
export const recordedFleet = `  fleets:
    - daemonSet:
        namespace: kube-system
        name: cilium
      stepsRecorded: true
`;

export const credential = `  credentials:
    - name: registry
      host: ghcr.io
      declared:
        file: ${encryptedSecretPath}
        pointer: /stringData/ghcr_dockerconfigjson
        secret:
          namespace: flux-system
          name: variables-base
          key: ghcr_dockerconfigjson
      live:
        - namespace: flux-system
          name: ksail-registry-credentials
          key: .dockerconfigjson
      proof:
        revision: ${annotationPrefix}/ghcr-pull-verified-revision-v2
        image: ${annotationPrefix}/ghcr-pull-verified-image-v2
        legacy:
          - ${annotationPrefix}/ghcr-pull-verified-revision
          - ${annotationPrefix}/ghcr-pull-verified-image
      image:
        repository: ${imageRepository}
        tagPrefix: v
        tag:
          file: ${operatorPath}
          pointer: /spec/chart/spec/version
`;

export const nodes = `  nodes:
    talosCollected: true
    ownership:
      owner: ${annotationPrefix}/ghcr-auth-drain-owner
      recovery: ${annotationPrefix}/ghcr-auth-drain-recovery
      phase: ${annotationPrefix}/ghcr-auth-drain-phase
    minutesPerReboot: 6
`;

/** The configs that Git renders are collected as well. */
export const renderedNodes = `${nodes}    rendered: true
`;

export const pipeline = `  pipeline:
    ordered: true
    requiredSteps:
${requiredSteps.map(({ id, title }) => `      - id: ${id}\n        title: ${title}\n`).join("")}`;

export const sources = `  sources:
    - name: manifests
      ociRepository:
        namespace: flux-system
        name: flux-system
      verification:
        file: ${clusterPath}
        pointer: /spec/workload/verify
      writtenBy: cluster_update
`;

/** Layers that a deploy waits for, and the one that its hand-off needs to be quiescent. */
export const flux = `  flux:
    roots:
      - namespace: flux-system
        name: flux-system
      - namespace: flux-system
        name: infrastructure-controllers
        waitSeconds: 1200
      - namespace: flux-system
        name: infrastructure
        mustQuiesce: true
        waitSeconds: 118
`;

/** The same keys with a comment above each: a profile to start from. */
export function withComments(text) {
  return Object.entries(comments).reduce(
    (all, [key, comment]) => all.replace(`\n${key}`, `\n${comment}\n${key}`),
    text,
  );
}

const comments = {
  "  gates:":
    "  # Declared holds on the rollout of a DaemonSet. `declared` and `marker` are read from the Git checkout.",
  "      declared:\n        kustomization:":
    "      # The gate is up while the kustomization lists the component and the component's patch sets OnDelete.",
  "      marker:":
    "      # The comment `<key>: YYYY-MM-DD` in the kustomization dates the activation. It must be there exactly once.",
  "      daemonSet:":
    "      # The workload whose pods have to be stepped onto the newest template.",
  "      ownership:":
    "      # The Deployment that is held at zero meanwhile, and the annotations that say how to put it back.",
  "      helmRelease:":
    "      # Delivers the DaemonSet's template. Its success does not say what the pods run.",
  "      suppresses:": "      # Pipeline steps that are skipped for as long as the gate is up.",
  "  fleets:":
    "  # DaemonSets whose adoption is judged, beside those of gates. Here: replacing a pod of it on purpose is recorded.",
  "  credentials:":
    "  # Registry credentials that container runtimes load when they start: a change costs a reboot.",
  "      declared:\n        file:":
    "      # The encrypted scalar gives the revision, the decrypted Secret the fingerprint that is compared.",
  "      live:":
    "      # Secrets in the cluster that hold the same credential. No node is chosen by them.",
  "      proof:":
    "      # Set `history: true` once the history of declarations is collected for this credential.\n" +
    "      # Annotations by which a node claims what was proven on it; without uid and bootId they are unbound.",
  "      image:\n        repository:":
    "      # The image that every node must have pulled, uncached, with this credential.",
  "  nodes:": "  # Machine configs and runtime times are collected, so a missing one is unknown.",
  "    ownership:": "    # Annotations by which a transaction holds a node.",
  "  flux:":
    "  # Kustomizations that have to become ready. What they applied and what they depend on is followed.",
  "  pipeline:":
    "  # Steps that a deploy must have run, in this order. That the job is green does not say so.",
  "  sources:":
    "  # Flux sources whose artifacts are declared to be verified, and the step that writes that to the cluster.",
};
