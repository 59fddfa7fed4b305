// The first incident: a gate that was put up on 2026-07-26, stepped nothing, and was gone by 2026-09-19.
import { agentPod, controllerRevisions, daemonSet } from "./cilium.mjs";
import { booted, kubeSystem, machines, node, proofKeys } from "./cluster.mjs";
import { credentials, image } from "./credential.mjs";
import { autoscaler, helmRelease, ociRepository } from "./delivery.mjs";
import { fluxFiles, fluxKinds } from "./flux.mjs";
import { clusterFile, clusterPath, gateFiles } from "./git.mjs";
import { log, run } from "./pipeline.mjs";
import * as profiles from "./profiles.mjs";
import { after, digestFrom, kubectlJson, list } from "./shapes.mjs";

export const heldAt = "2026-08-06T17:20:00Z";
/** When the fleet was rebooted one node after the other, before revision 20 was cut. */
export const rebootedAt = "2026-07-28T04:41:12Z";
export const rebootEvery = 612;

export function underGit(files) {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`git/${path}`, text]));
}

/** `depth` is how many folders lie between the file and the root. */
export function manifest({ name, takenAt, coverage = [], depth = 4 }) {
  const entries = coverage.map(
    ({ kind, namespace, selector }) =>
      `  - kind: ${kind}\n${optional({ namespace, selector })}    complete: true\n`,
  );
  return `# yaml-language-server: $schema=${"../".repeat(depth)}schemas/manifest.schema.json
apiVersion: fleetwarrant.dev/v1alpha1
kind: SnapshotManifest
metadata:
  name: ${name}
takenAt: "${takenAt}"
${entries.length === 0 ? "coverage: []\n" : `coverage:\n${entries.join("")}`}`;
}

function optional(fields) {
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? "" : `    ${name}: ${value}\n`))
    .join("");
}

export const agentCoverage = ["v1/Pod", "apps/v1/ControllerRevision"].map((kind) => ({
  kind,
  namespace: "kube-system",
  selector: "k8s-app=cilium",
}));

/** The gated DaemonSet with its revisions, pods and autoscaler as they were on 2026-08-06. */
export function heldWorkloads(fleet) {
  const counted = fleet.length;
  return {
    "daemonset.json": kubectlJson(
      daemonSet({
        current: 27,
        generation: 24,
        templateGeneration: 19,
        updateStrategy: { type: "OnDelete" },
        counts: {
          currentNumberScheduled: counted,
          desiredNumberScheduled: counted,
          numberAvailable: counted,
          numberReady: counted,
        },
      }),
    ),
    "controllerrevisions.json": kubectlJson(list(controllerRevisions([19, 20, 23, 26, 27]))),
    "pods.json": kubectlJson(
      list(
        fleet.map((machine) =>
          agentPod(machine, {
            revision: 19,
            templateGeneration: 13,
            startedAt: after(machine.bootedAt, 41),
          }),
        ),
      ),
    ),
    "deployment.json": kubectlJson(
      autoscaler({ held: true, changedAt: "2026-07-26T00:14:09Z", generation: 15 }),
    ),
  };
}

function nodes(fleet, takenAt) {
  const { revision } = credentials.current;
  const shown = {
    [proofKeys.desired]: revision,
    [proofKeys.revision]: revision,
    [proofKeys.image]: image,
  };
  return kubectlJson(list(fleet.map((machine) => node(machine, takenAt, shown))));
}

function gateProfile(name, withEverything, further = []) {
  const parts = withEverything
    ? [
        profiles.declaredGate,
        profiles.gateWorkloads,
        profiles.gateDelivery,
        profiles.recordedFleet,
        profiles.pipeline,
        profiles.sources,
        ...further,
      ]
    : [profiles.declaredGate];
  return profiles.profile({ name, depth: 4, parts });
}

function held() {
  const fleet = booted(machines({ autoscaled: 2 }), rebootedAt, rebootEvery);
  const deploy = {
    gated: true,
    startedAt: "2026-08-06T16:58:11Z",
    runId: 31_109_918_420,
    number: 8412,
    pullRequest: "pr-2999",
    displayTitle: "chore(deps): update external-secrets",
    digest: `sha256:${digestFrom("", "artifact/held")}`,
  };
  return {
    "profile.yaml": gateProfile("prod", true),
    "manifest.yaml": manifest({ name: "held", takenAt: heldAt, coverage: agentCoverage }),
    "namespace.json": kubectlJson(kubeSystem()),
    "nodes.json": nodes(fleet, heldAt),
    ...heldWorkloads(fleet),
    "helmrelease.json": kubectlJson(
      helmRelease({
        chartVersion: "1.20.0",
        release: 41,
        deployedAt: "2026-08-05T20:45:24Z",
        gated: true,
      }),
    ),
    "ocirepository.json": kubectlJson(
      ociRepository({
        digest: deploy.digest,
        fetchedAt: "2026-08-06T16:59:41Z",
        verified: false,
      }),
    ),
    "steps.yaml": noSteps,
    "run.json": run(deploy),
    "deploy.log": log(deploy),
    ...underGit({ ...gateFiles({ held: true }), [clusterPath]: clusterFile }),
  };
}

/** What Flux says at the same moment, and the DaemonSet: neither nodes nor Git were read. */
function fluxBlocked() {
  const { "daemonset.json": daemonSets } = heldWorkloads(
    booted(machines({ autoscaled: 2 }), rebootedAt, rebootEvery),
  );
  const cilium = helmRelease({
    chartVersion: "1.20.0",
    release: 41,
    deployedAt: "2026-08-05T20:45:24Z",
    gated: true,
  });
  return {
    "profile.yaml": profiles.profile({ name: "prod-flux", depth: 4, parts: [profiles.flux] }),
    "manifest.yaml": manifest({
      name: "flux-blocked",
      takenAt: heldAt,
      coverage: fluxKinds.map((kind) => ({ kind })),
    }),
    "namespace.json": kubectlJson(kubeSystem()),
    "daemonset.json": daemonSets,
    ...fluxFiles(cilium),
  };
}

/** The whole evening in one snapshot: the gate, the fleet, the green run that delivered nothing, and what blocks Flux. */
function whole() {
  const { "helmrelease.json": _cilium, "ocirepository.json": _source, ...gate } = held();
  const {
    "profile.yaml": _profile,
    "daemonset.json": _daemonSets,
    "manifest.yaml": _manifest,
    ...flux
  } = fluxBlocked();
  return {
    ...gate,
    ...flux,
    "profile.yaml": gateProfile("prod", true, [profiles.flux]),
    "manifest.yaml": manifest({
      name: "whole",
      takenAt: heldAt,
      coverage: [...agentCoverage, ...fluxKinds.map((kind) => ({ kind }))],
    }),
  };
}

/** Nobody stepped an agent, and somebody says so. */
const noSteps = `# yaml-language-server: $schema=../../../../schemas/step-records.schema.json
apiVersion: fleetwarrant.dev/v1alpha1
kind: StepRecords
steps: []
`;

function declaredOnly() {
  return {
    "profile.yaml": gateProfile("prod-git-only", false),
    ...underGit(gateFiles({ held: true })),
  };
}

/** The DaemonSet after the gate: it has rolled by itself, up to revision 29. */
function rolledWorkloads(fleet) {
  const counted = fleet.length;
  return {
    "daemonset.json": kubectlJson(
      daemonSet({
        current: 29,
        generation: 27,
        templateGeneration: 21,
        updateStrategy: {
          rollingUpdate: { maxSurge: 0, maxUnavailable: 2 },
          type: "RollingUpdate",
        },
        counts: {
          currentNumberScheduled: counted,
          desiredNumberScheduled: counted,
          numberAvailable: counted,
          numberReady: counted,
          updatedNumberScheduled: counted,
        },
      }),
    ),
    "controllerrevisions.json": kubectlJson(
      list(controllerRevisions([19, 20, 23, 26, 27, 28, 29])),
    ),
    "pods.json": kubectlJson(
      list(
        fleet.map((machine) =>
          agentPod(machine, {
            revision: 29,
            templateGeneration: 21,
            startedAt: after(machine.bootedAt, 41),
          }),
        ),
      ),
    ),
  };
}

function released() {
  const takenAt = "2026-09-19T09:00:00Z";
  const fleet = booted(machines({ autoscaled: 1 }), "2026-09-03T13:31:20Z", 521);
  const deploy = {
    gated: false,
    startedAt: "2026-09-19T08:31:40Z",
    runId: 34_822_406_137,
    number: 9377,
    pullRequest: "pr-3871",
    displayTitle: "chore(deps): update cert-manager",
    digest: `sha256:${digestFrom("", "artifact/released")}`,
  };
  return {
    "profile.yaml": gateProfile("prod", true),
    "manifest.yaml": manifest({ name: "released", takenAt, coverage: agentCoverage }),
    "namespace.json": kubectlJson(kubeSystem()),
    "nodes.json": nodes(fleet, takenAt),
    ...rolledWorkloads(fleet),
    "deployment.json": kubectlJson(
      autoscaler({ held: false, changedAt: "2026-08-09T19:40:33Z", generation: 16 }),
    ),
    "helmrelease.json": kubectlJson(
      helmRelease({
        chartVersion: "1.20.1",
        release: 44,
        deployedAt: "2026-09-03T13:26:51Z",
        gated: false,
      }),
    ),
    "ocirepository.json": kubectlJson(
      ociRepository({ digest: deploy.digest, fetchedAt: "2026-09-19T08:33:20Z", verified: true }),
    ),
    "steps.yaml": noSteps,
    "run.json": run(deploy),
    "deploy.log": log(deploy),
    ...underGit({ ...gateFiles({ held: false }), [clusterPath]: clusterFile }),
  };
}

export function stalledGate() {
  return {
    held: held(),
    "flux-blocked": fluxBlocked(),
    whole: whole(),
    "declared-only": declaredOnly(),
    released: released(),
  };
}
