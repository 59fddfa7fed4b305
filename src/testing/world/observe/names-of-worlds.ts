import { formatTimestamp, Timestamp } from "../../../time/time.ts";

// Where things are in every world's cluster.

export const OWNER_KEY = "hold.example/owner";
export const PHASE_KEY = "hold.example/phase";
export const RECOVERY_KEY = "hold.example/recovery";
export const AUTOSCALED_LABEL = "pool.example/autoscaled";
export const GATE_MARKER_KEY = "gate.example/activated";
export const gateFiles = {
  kustomization: "clusters/prod/kustomization.yaml",
  component: "gates/agent",
  componentFile: "clusters/prod/gates/agent/kustomization.yaml",
} as const;
export const gatedDaemonSet = { namespace: "kube-system", name: "agent" } as const;
export const leaseName = { namespace: "flux-system", name: "node-transactions" } as const;
export const fencedObject = {
  apiVersion: "kustomize.toolkit.fluxcd.io/v1",
  kind: "Kustomization",
  namespace: "flux-system",
  name: "infrastructure",
} as const;

export interface ProofKeys {
  readonly revision: string;
  readonly image: string;
  readonly uid: string;
  readonly bootId: string;
}

export function proofKeysOf(credential: string): ProofKeys {
  const key = (what: string): string => `proof.example/${credential}-${what}`;
  return {
    revision: key("revision"),
    image: key("image"),
    uid: key("uid"),
    bootId: key("boot-id"),
  };
}

export function imageFileOf(credential: string): string {
  return `clusters/prod/operator-of-${credential}.yaml`;
}

export function secretOf(credential: string): {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
} {
  return { namespace: "flux-system", name: `${credential}-pull`, key: ".dockerconfigjson" };
}

export function instant(seconds: number): string {
  return formatTimestamp(new Timestamp(seconds, 0));
}
