import type { Profile, ProfileCredential, ProfileGate } from "../../profile/profile.ts";
import {
  AUTOSCALED_LABEL,
  fencedObject,
  GATE_MARKER_KEY,
  gatedDaemonSet,
  gateFiles,
  imageFileOf,
  leaseName,
  OWNER_KEY,
  PHASE_KEY,
  proofKeysOf,
  RECOVERY_KEY,
  secretOf,
} from "./observe/names-of-worlds.ts";

export type ProfileNodes = NonNullable<Profile["spec"]["nodes"]>;

/** A gate that holds a DaemonSet: one that names none is in no world. */
export type NamedGate = ProfileGate & Required<Pick<ProfileGate, "daemonSet">>;

/** Where things are in a world's cluster: what its nodes, files and objects are called when it is observed. */
export interface ClusterNames {
  /** What is asked about; absent: profiles of every shape that fit these names. */
  readonly profile?: Profile;
  /** Never empty. */
  readonly credentials: readonly ProfileCredential[];
  readonly ownership: Required<NonNullable<ProfileNodes["ownership"]>>;
  readonly autoscaled: Required<NonNullable<ProfileNodes["autoscaled"]>>;
  readonly lease: NonNullable<ProfileNodes["lease"]>;
  /** The object that a transaction takes for itself. */
  readonly fence: NonNullable<ProfileNodes["fences"]>[number];
  readonly gate: NamedGate;
}

export const defaultNames: ClusterNames = {
  credentials: [
    credentialNamed("registry", "registry.example"),
    credentialNamed("mirror", "mirror.example:5000"),
  ],
  ownership: { owner: OWNER_KEY, phase: PHASE_KEY, recovery: RECOVERY_KEY },
  autoscaled: {
    label: AUTOSCALED_LABEL,
    value: "true",
    scaleDownDisabled: "cluster-autoscaler.kubernetes.io/scale-down-disabled",
  },
  lease: leaseName,
  fence: { ...fencedObject, owner: OWNER_KEY },
  gate: {
    name: "agent-rollout",
    declared: {
      kustomization: gateFiles.kustomization,
      component: gateFiles.component,
      strategy: { kind: "DaemonSet", ...gatedDaemonSet, pointer: "/spec/updateStrategy/type" },
    },
    marker: { key: GATE_MARKER_KEY },
    daemonSet: gatedDaemonSet,
  },
};

function credentialNamed(name: string, host: string): ProfileCredential {
  return {
    name,
    host,
    declared: {
      file: `clusters/prod/${name}.enc.yaml`,
      pointer: "/stringData/config",
      secret: secretOf(name),
    },
    live: [secretOf(name)],
    proof: proofKeysOf(name),
    image: { repository: `${host}/operator`, tag: { file: imageFileOf(name), pointer: "/tag" } },
  };
}

/**
 * The names of somebody's own profile; what it does not name is called as in every other world. Of several gates the
 * first that holds a DaemonSet is in the world.
 */
export function namesOf(profile: Profile): ClusterNames {
  const { credentials = [], nodes = {}, gates = [] } = profile.spec;
  const gate = gates.find(isHolding);
  const { ownership, autoscaled, lease, fences = [] } = nodes;
  return {
    profile: modelled(profile, gate),
    credentials: credentials.length > 0 ? credentials : defaultNames.credentials.slice(0, 1),
    ownership: { ...defaultNames.ownership, ...ownership },
    autoscaled: { ...defaultNames.autoscaled, ...autoscaled },
    lease: lease ?? defaultNames.lease,
    fence: fences[0] ?? defaultNames.fence,
    gate: gate ?? defaultNames.gate,
  };
}

function isHolding(gate: ProfileGate): gate is NamedGate {
  return gate.daemonSet !== undefined;
}

/** What these worlds are about. Pipelines, sources and Kustomizations have worlds of their own. */
function modelled({ spec, ...rest }: Profile, gate: NamedGate | undefined): Profile {
  const { maxSkewMinutes, credentials, nodes } = spec;
  return {
    ...rest,
    spec: {
      ...(maxSkewMinutes === undefined ? {} : { maxSkewMinutes }),
      ...(credentials === undefined ? {} : { credentials }),
      ...(nodes === undefined ? {} : { nodes: oneFence(nodes) }),
      ...(gate === undefined ? {} : { gates: [gate] }),
    },
  };
}

function oneFence({ fences, ...nodes }: ProfileNodes): ProfileNodes {
  return fences === undefined ? nodes : { ...nodes, fences: fences.slice(0, 1) };
}
