import type { Snapshot } from "../../../snapshot/snapshot.ts";
import type { ClusterNames } from "../cluster-names.ts";
import { declaredNow, type WorldCredential } from "../world-credential.ts";
import type { Collected } from "./collected.ts";
import { entryOf } from "./entry-of.ts";
import { instant } from "./names-of-worlds.ts";
import { recordedRun } from "./observe-node.ts";

type CredentialRecordOfWorld = NonNullable<Snapshot["credentials"]>[string];

/** What Git declares, what the Secret in the cluster holds, and what was declared before. */
export function observeCredential(
  names: ClusterNames,
  credential: WorldCredential,
  collected: Collected,
): CredentialRecordOfWorld {
  const { host, secret } = credential;
  const { login, revision } = declaredNow(credential);
  const { live = [] } = names.credentials.find(({ name }) => name === credential.name) ?? {};
  const isDated = collected.named.history && collected.history;
  return {
    declared: {
      revision,
      ...(isDated ? { firstDeclaredAt: instant(Math.min(...daysOf(credential, login))) } : {}),
      ...(collected.declaredContent ? { entries: [entryOf(host, login)] } : {}),
    },
    live: Object.fromEntries(
      live.map(({ namespace, name }) => [
        `${namespace}/${name}`,
        { resourceVersion: `${secret.writes + 1}`, entries: [entryOf(host, secret.login)] },
      ]),
    ),
    ...(isDated ? { previous: previousOf(credential) } : {}),
  };
}

/** When a login was put in force, in order, under whatever ciphertext. */
function daysOf({ declarations }: WorldCredential, login: string): readonly number[] {
  return declarations.filter((each) => each.login === login).map(({ atSeconds }) => atSeconds);
}

/**
 * Every ciphertext that was ever declared but the one in force, once each, with the first and the last day of
 * its login; the declared login under an older ciphertext is among them.
 */
function previousOf(credential: WorldCredential): NonNullable<CredentialRecordOfWorld["previous"]> {
  const { declarations, host, revoked } = credential;
  const byRevision = new Map(declarations.map((each) => [each.revision, each]));
  byRevision.delete(declaredNow(credential).revision);
  return [...byRevision.values()].map(({ login, revision }) => {
    const { fingerprint } = entryOf(host, login);
    const days = daysOf(credential, login);
    return {
      revision,
      firstDeclaredAt: instant(Math.min(...days)),
      lastDeclaredAt: instant(Math.max(...days)),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      revoked: revoked.includes(login),
    };
  });
}

export function observeHandOffs(
  { name, handOffs }: WorldCredential,
  { binds }: Collected["named"],
): NonNullable<Snapshot["proofs"]> {
  return handOffs.map(({ revision, image, nodes }) => ({
    version: binds === "nothing" ? 1 : 2,
    credential: name,
    credentialRevision: revision,
    image,
    nodes: nodes.map((run) => ({
      name: run.name,
      uid: run.uid,
      ...(binds === "nothing" ? {} : { bootId: recordedRun(run, binds) }),
    })),
  }));
}

export function observeProbes({
  name,
  image,
  probes,
}: WorldCredential): NonNullable<Snapshot["probes"]> {
  return probes.map(({ node, through, isUncached, result, revision, bootId, atSeconds }) => ({
    credential: name,
    ...(node === undefined ? {} : { node }),
    image,
    through,
    uncached: isUncached,
    result,
    // Who asked the registry directly knows with what; who pulled on a node does not.
    ...(through === "registry" ? { revision } : {}),
    ...(bootId === undefined ? {} : { bootId }),
    at: instant(atSeconds),
  }));
}
