import type { MissingFact } from "../engine/decision.ts";
import { credentialSharedOf } from "../engine/facts/credential/credential-shared.ts";
import { changesEffect } from "../engine/facts/node/changes/changes-effect.ts";
import { nodeConfig } from "../engine/facts/node/node-config.ts";
import { nodeLoad } from "../engine/facts/node/node-load.ts";
import { nodeMarker } from "../engine/facts/node/node-marker.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import type { Obligation } from "../engine/policy.ts";
import type { Judged } from "../engine/subjects.ts";
import type { JsonValue } from "../input/json-value.ts";
import { cordonBefore, taintsBefore } from "./before-claim.ts";
import { isRenderedCollected, noChanges, seenChangesOf } from "./bound-changes.ts";
import {
  addressOf,
  bootOf,
  clusterOf,
  machineIdOf,
  roleOf,
  runtimeStartSeenOn,
  type Seen,
  type SeenNode,
  uidOf,
} from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** What a warrant binds about the cluster, a node and its credentials. */
export type Bound = Pick<Warrant, "cluster" | "node" | "config" | "credentials">;

/** All that has to be bound, or each part of it that is not known. `value` counts only where nothing is missing. */
export interface Binding {
  readonly value: Bound;
  readonly missing: readonly MissingFact[];
}

export function bindNode(seen: SeenNode, obligations: readonly Obligation[]): Binding {
  const missing: MissingFact[] = [];
  const take = <T extends JsonValue>(part: Seen<T>, without: T): T => {
    if (part.value.state === "value") return part.value.value;
    missing.push({ fact: part.fact, reasons: part.value.reasons });
    return without;
  };
  const value: Bound = {
    cluster: take(clusterOf(seen.source), ""),
    node: {
      name: seen.node.name,
      uid: take(uidOf(seen), ""),
      machineId: take(machineIdOf(seen), ""),
      bootId: take(bootOf(seen), ""),
      ...(obligations.includes("restart") || (obligations.includes("reboot") && mayRestart(seen))
        ? { runtimeStartedAt: take(runtimeStartSeenOn(seen), "") }
        : {}),
      role: take(roleOf(seen), "worker"),
      address: take(addressOf(seen), ""),
      cordoned: take(cordonBefore(seen), false),
      taints: take(taintsBefore(seen), []),
    },
    ...(isRenderedCollected(seen) ? { config: take(seenChangesOf(seen), noChanges) } : {}),
    credentials: seen.pairs.map((pair) => ({
      ...stateOf(pair),
      revision: take(revisionOf(pair.subject), ""),
    })),
  };
  return { value, missing };
}

/** What a config takes a reboot for may stand beside a login, for which Talos restarts the runtime as it is patched. */
function mayRestart({ node: { reader } }: SeenNode): boolean {
  const effect = reader.read(changesEffect);
  return effect.state === "value" && effect.value === "reboot";
}

/** The declared revision of a credential: what its equality class is known by. */
export function revisionOf(subject: NodeCredentialSubject): Seen<string> {
  const { name } = subject.credential;
  return {
    fact: `credentials.${name}.revision`,
    path: ["credentials", name, "declared", "revision"],
    value: credentialSharedOf(subject).declared.revision,
  };
}

type BoundCredential = Warrant["credentials"][number];

function stateOf({
  subject,
  reader,
}: Judged<NodeCredentialSubject>): Omit<BoundCredential, "revision"> {
  const load = reader.read(nodeLoad);
  const marker = reader.read(nodeMarker);
  const config = reader.read(nodeConfig);
  return {
    name: subject.credential.name,
    host: credentialSharedOf(subject).declared.host,
    config: config.state === "value" ? config.value : "unknown",
    load: load.state === "value" ? load.value : "unknown",
    marker: marker.state === "value" ? marker.value : "unknown",
  };
}
