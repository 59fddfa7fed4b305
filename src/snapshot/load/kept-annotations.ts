import type { Profile } from "../../profile/profile.ts";
import { proofKeys } from "../../profile/proof-keys.ts";
import { readInstant } from "./instant.ts";
import { tellRecoveryRecord } from "./recovery-record.ts";
import type { Scrubber } from "./scrub.ts";

const requestPrefix = "reconcile.fluxcd.io/";

const keptPrefixes = [
  "talos.dev/",
  "deprecated.daemonset.",
  "meta.helm.sh/",
  "cluster-autoscaler.kubernetes.io/",
  "kustomize.toolkit.fluxcd.io/",
  "helm.toolkit.fluxcd.io/",
  requestPrefix,
];

/** An annotation's value as a snapshot tells it. */
export function tellAnnotation(
  key: string,
  value: string,
  scrubber: Pick<Scrubber, "digest" | "recoveryKey">,
): string {
  if (key === scrubber.recoveryKey) return tellRecoveryRecord(value, scrubber);
  return key.startsWith(requestPrefix) ? tellRequest(value, scrubber) : value;
}

/** People write the time of their request to Flux here, and may write anything: only an instant is told. */
export function tellRequest(value: string, { digest }: Pick<Scrubber, "digest">): string {
  return value === "" || readInstant(value) !== undefined ? value : digest(value);
}

/** Tells which annotations enter a snapshot: those that the profile names, and those with a meaning of their own. */
export function keptAnnotations(profile: Profile): (key: string) => boolean {
  const named = new Set([...proofKeys(profile), ...ownershipKeys(profile)]);
  return (key) => named.has(key) || keptPrefixes.some((prefix) => key.startsWith(prefix));
}

function ownershipKeys({ spec }: Profile): readonly string[] {
  const ofGates = (spec.gates ?? []).flatMap(({ ownership }) => [
    ownership?.rememberedReplicas,
    ownership?.reconciledTemplate,
  ]);
  const { owner, recovery, phase } = spec.nodes?.ownership ?? {};
  const ofFences = (spec.nodes?.fences ?? []).map((fence) => fence.owner);
  return [...ofGates, ...ofFences, owner, recovery, phase].filter((key) => key !== undefined);
}
