import { proofKeys } from "../../src/profile/proof-keys.ts";
import type { ClusterObject, MachineConfigRecord } from "../../src/snapshot/snapshot.ts";
import { activeOf, type Seen } from "./cluster.ts";
import type { Possible } from "./possible.ts";

// cluster-semantics.md §7.3 and decision 0014: what the difference between the rendered and the active machine config
// costs. Logins and proofs are left out. Only what worlds change is in the table; the rest would throw.

/** Ordered: the highest counts. */
const EFFECTS = ["nothing", "none", "restart", "reboot", "unclassified"] as const;
export type Effect = (typeof EFFECTS)[number];

/** effects.md: where the profile says so, Talos collected or not. Without an active config the effect is open. */
export function isRenderedCollected(seen: Seen): boolean {
  return seen.profile.spec.nodes?.rendered === true;
}

export function effectOfRendered(seen: Seen, node: ClusterObject): Possible<Effect> {
  const active = activeOf(seen, node);
  const rendered = seen.snapshot.rendered?.machineConfigs?.[node.metadata.name];
  if (active === undefined || rendered === undefined) return EFFECTS;
  const [before, after] = [leaves(seen, active), leaves(seen, rendered)];
  const isOneKey = active.digestKey !== undefined && active.digestKey === rendered.digestKey;
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  // Digests of two keys may differ and mean the same; what one of them lacks differs all the same.
  const isOpen = (key: string): boolean => !isOneKey && before.has(key) && after.has(key);
  return differing.reduce<Possible<Effect>>(
    (effects, key) => [
      ...effects.map((each) => highest(each, effectOf(key))),
      ...(isOpen(key) ? effects : []),
    ],
    ["nothing"],
  );
}

function highest(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other) ? one : other;
}

function effectOf(leaf: string): Effect {
  if (leaf.startsWith("v1alpha1 /machine/sysctls/")) return "none";
  if (leaf.startsWith("v1alpha1 /machine/env/")) return "reboot";
  if (leaf.startsWith("UnheardOfConfig ")) return "unclassified";
  throw new RangeError(`the table of the model does not have ${leaf}`);
}

/** `kind path` and digest of all that is compared. */
function leaves(seen: Seen, { documents }: MachineConfigRecord): ReadonlyMap<string, string> {
  const hosts = (seen.profile.spec.credentials ?? []).map(({ host }) => host);
  const proofs = proofKeys(seen.profile);
  return new Map(
    documents.flatMap(({ kind, name, digests, nodeAnnotations = {} }) => {
      if (kind === "RegistryAuthConfig" && hosts.includes(name ?? "")) return [];
      const annotations = Object.entries(nodeAnnotations).filter(([key]) => !proofs.has(key));
      return [...Object.entries(digests), ...annotations].map(
        ([path, digest]) => [`${kind} ${path}`, digest] as const,
      );
    }),
  );
}
