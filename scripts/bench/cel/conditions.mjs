// The eight conditions of the workload as CEL and as JavaScript, and what is decided from them.

export const annotation = {
  revision: "proof.example/revision",
  version: "proof.example/version",
  effective: "proof.example/effective",
};
export const controlPlaneLabel = "node-role.kubernetes.io/control-plane";
export const supportedVersion = "v2";

/** Names that the CEL texts read; `node` is a map, the others are strings. */
export const textVariables = ["desired", "supportedVersion"];

const digest = /^sha256:[0-9a-f]{64}$/;

/** CEL texts by name; the place in the list is the bit. None errors on a node that lacks a part. */
export function conditionTexts() {
  const annotations = "node.metadata.annotations";
  const { revision, version, effective } = annotation;
  const holds = (key) => `has(${annotations}) && '${key}' in ${annotations}`;
  return Object.entries({
    proofMissing: `!(${holds(revision)})`,
    proofMalformed: `${holds(revision)} && !${annotations}['${revision}'].matches('${digest.source}')`,
    versionUnsupported: `${holds(revision)} && !('${version}' in ${annotations} && ${annotations}['${version}'] == supportedVersion)`,
    proofStale: `${holds(revision)} && ${annotations}['${revision}'] != desired`,
    effectiveMatches: `${holds(effective)} && ${annotations}['${effective}'] == desired`,
    ready: `has(node.status) && has(node.status.conditions) && node.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')`,
    controlPlane: `has(node.metadata.labels) && '${controlPlaneLabel}' in node.metadata.labels`,
    cordoned: `has(node.spec) && has(node.spec.unschedulable) && node.spec.unschedulable == true`,
  });
}

const bit = {
  proofMissing: 1,
  proofMalformed: 2,
  versionUnsupported: 4,
  proofStale: 8,
  effectiveMatches: 16,
  ready: 32,
  controlPlane: 64,
  cordoned: 128,
};

/** The same as an engineer writes it without an engine: each part of the node is read once. */
export function handWrittenMask() {
  return ({ metadata, spec, status }, desired) => {
    const { annotations, labels } = metadata;
    let mask = proofBits(annotations, desired);
    if (annotations?.[annotation.effective] === desired) mask |= bit.effectiveMatches;
    if (isReady(status?.conditions)) mask |= bit.ready;
    if (labels?.[controlPlaneLabel] !== undefined) mask |= bit.controlPlane;
    if (spec?.unschedulable === true) mask |= bit.cordoned;
    return mask;
  };
}

function proofBits(annotations, desired) {
  const revision = annotations?.[annotation.revision];
  if (revision === undefined) return bit.proofMissing;
  let mask = 0;
  if (!digest.test(revision)) mask |= bit.proofMalformed;
  if (annotations[annotation.version] !== supportedVersion) mask |= bit.versionUnsupported;
  if (revision !== desired) mask |= bit.proofStale;
  return mask;
}

function isReady(conditions) {
  if (conditions === undefined) return false;
  for (const { type, status } of conditions) {
    if (type === "Ready" && status === "True") return true;
  }
  return false;
}

function decisionOf(mask) {
  const problems = bit.proofMissing | bit.proofMalformed | bit.versionUnsupported | bit.proofStale;
  if ((mask & problems) === 0) return "none";
  if ((mask & bit.effectiveMatches) !== 0) return "reassert";
  if ((mask & bit.ready) === 0) return "blocked";
  return (mask & bit.controlPlane) !== 0 && (mask & bit.cordoned) === 0 ? "blocked" : "reboot";
}

/** What is decided, by mask. */
export const decisions = Array.from({ length: 256 }, (_, mask) => decisionOf(mask));
