// The second incident: every cluster update drops the proof annotations, and the fleet is rebooted for it.
import { booted, kubeSystem, machines, node, proofKeys } from "./cluster.mjs";
import {
  credentials,
  decryptedSecret,
  encryptedSecret,
  handOff,
  image,
  liveSecret,
  operatorVersion,
} from "./credential.mjs";
import { encryptedSecretPath, gateFiles, operatorPath, operatorRelease } from "./git.mjs";
import * as profiles from "./profiles.mjs";
import { after, kubectlJson, list } from "./shapes.mjs";
import {
  agentCoverage,
  heldAt,
  heldWorkloads,
  manifest,
  rebootEvery,
  rebootedAt,
  underGit,
} from "./stalled-gate.mjs";
import { configText, etcFileStatus, machineConfig, services } from "./talos.mjs";

const stageAt = "2026-08-09T20:06:00Z";
const afterUpdateAt = "2026-08-09T20:31:00Z";
const updatedAt = "2026-08-09T20:30:14Z";
const fleet = booted(machines(), "2026-08-09T19:40:20Z", 178);
const { current, next, old, other } = credentials;

/** What the bridge and the cluster tool put into `machine.nodeAnnotations`. */
function marks({ revision }, isProved) {
  return {
    [proofKeys.desired]: revision,
    ...(isProved ? { [proofKeys.revision]: revision, [proofKeys.image]: image } : {}),
  };
}

/** Proved after its last boot, and not touched since. */
function proved(machine) {
  return {
    machine,
    shown: marks(current, true),
    config: {
      annotations: marks(current, true),
      credential: current,
      updatedAt: after(machine.bootedAt, 131),
      version: 2,
    },
  };
}

/** Rendered anew by the cluster update, which knows nothing of proofs. */
function rerendered(machine) {
  return {
    machine,
    shown: marks(current, false),
    config: {
      annotations: marks(current, false),
      credential: current,
      updatedAt: after(updatedAt, Number(machine.ip.split(".")[3])),
      version: 3,
    },
  };
}

/** The instant between: Talos has the new config and has not yet taken the annotations off the Node. */
function vanishing(machine) {
  return { ...rerendered(machine), shown: marks(current, true) };
}

/** A new server under an old name, set up from a config of last month. */
function replaced(machine) {
  const another = {
    ...machine,
    incarnation: "second",
    serverId: 63_402_918,
    externalIp: "203.0.113.31",
    createdAt: "2026-08-09T20:17:00Z",
    bootedAt: "2026-08-09T20:16:35Z",
  };
  return {
    machine: another,
    shown: marks(old, false),
    config: {
      annotations: marks(old, false),
      credential: old,
      updatedAt: after(another.bootedAt, 6),
      version: 1,
    },
  };
}

function clusterFiles(states, takenAt) {
  const configs = states.map(({ machine, config }) => [
    `talos/machineconfig-${machine.name}.yaml`,
    machineConfig(machine, config),
  ]);
  return {
    "namespace.json": kubectlJson(kubeSystem()),
    "nodes.json": kubectlJson(
      list(states.map(({ machine, shown }) => node(machine, takenAt, shown))),
    ),
    ...Object.fromEntries(configs),
  };
}

function runtimeFiles(some) {
  return {
    "talos/services-cri.yaml": services(some),
    "talos/etcfilestatus-cri.yaml": etcFileStatus(some),
  };
}

function declaredFiles(credential, lastModified) {
  return {
    "variables-base.yaml": decryptedSecret(credential),
    ...underGit({
      [encryptedSecretPath]: encryptedSecret(credential, lastModified),
      [operatorPath]: operatorRelease(operatorVersion),
    }),
  };
}

const unchanged = declaredFiles(current, "2026-07-13T18:42:06Z");
/** Written by the bridge, in the bytes of Git … */
const liveBefore = {
  "secret.json": kubectlJson(liveSecret(current.declared, after(rebootedAt, 6200))),
};
/** … and by the cluster tool, in its own. */
const liveAfter = { "secret.json": kubectlJson(liveSecret(current.written, after(updatedAt, 21))) };

function base(name, takenAt) {
  return {
    "profile.yaml": profiles.profile({
      name: "prod",
      depth: 4,
      parts: [profiles.credential, profiles.nodes],
    }),
    "manifest.yaml": manifest({ name, takenAt }),
  };
}

function afterUpdate(name, change = {}) {
  const states = change.states ?? fleet.map(rerendered);
  return {
    ...base(name, afterUpdateAt),
    ...clusterFiles(states, afterUpdateAt),
    ...liveAfter,
    ...unchanged,
    "runtime-proof.json": handOff(fleet, current),
    ...change.files,
  };
}

function stage() {
  return {
    ...base("stage", stageAt),
    ...clusterFiles(fleet.map(proved), stageAt),
    ...runtimeFiles(fleet),
    ...liveBefore,
    ...unchanged,
  };
}

/** The evening before: what the cluster tool is about to write, which knows nothing of proofs, and sets a sysctl anew. */
function updatePending() {
  const rendered = fleet.map((machine) => {
    const sysctls = machine.name === "prod-worker-3" ? { "vm.max_map_count": "1048576" } : {};
    return [
      `rendered/${machine.name}.yaml`,
      configText(machine, marks(current, false), current, sysctls),
    ];
  });
  return {
    ...stage(),
    ...base("update-pending", stageAt),
    "profile.yaml": profiles.profile({
      name: "prod",
      depth: 4,
      parts: [profiles.credential, profiles.renderedNodes],
    }),
    ...Object.fromEntries(rendered),
  };
}

function withoutHandOff(name) {
  const unread = ["prod-worker-3", "prod-control-plane-3"];
  const { "runtime-proof.json": _, ...files } = afterUpdate(name);
  return { ...files, ...runtimeFiles(fleet.filter((machine) => !unread.includes(machine.name))) };
}

function credentialChanged() {
  return {
    ...stage(),
    ...base("credential-changed", stageAt),
    ...declaredFiles(next, "2026-08-09T19:51:27Z"),
  };
}

function credentialChangedUnderGate() {
  const before = booted(machines(), rebootedAt, rebootEvery);
  return {
    "profile.yaml": profiles.profile({
      name: "prod",
      depth: 4,
      parts: [profiles.declaredGate, profiles.gateWorkloads, profiles.credential, profiles.nodes],
    }),
    "manifest.yaml": manifest({
      name: "credential-changed-under-gate",
      takenAt: heldAt,
      coverage: agentCoverage,
    }),
    ...clusterFiles(before.map(proved), heldAt),
    ...runtimeFiles(before),
    ...heldWorkloads(before),
    ...liveBefore,
    ...declaredFiles(next, "2026-08-06T16:33:50Z"),
    ...underGit(gateFiles({ held: true })),
  };
}

export function rebootStorm() {
  return {
    stage: stage(),
    "update-pending": updatePending(),
    "after-update": afterUpdate("after-update"),
    "marker-vanishing": afterUpdate("marker-vanishing", { states: fleet.map(vanishing) }),
    "live-secret-differs": afterUpdate("live-secret-differs", {
      files: { "secret.json": kubectlJson(liveSecret(other.written, after(updatedAt, 21))) },
    }),
    "after-update-no-handoff": withoutHandOff("after-update-no-handoff"),
    "one-node-replaced": afterUpdate("one-node-replaced", {
      states: fleet.map((machine) =>
        machine.name === "prod-worker-2" ? replaced(machine) : rerendered(machine),
      ),
    }),
    "credential-changed": credentialChanged(),
    "credential-changed-under-gate": credentialChangedUnderGate(),
  };
}
