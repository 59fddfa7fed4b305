import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import { compareInstants } from "../../snapshot/instant.ts";
import type { CredentialRecord } from "../../snapshot/snapshot.ts";
import { findCredential } from "../credentials.ts";
import {
  type Declared,
  type Fingerprint,
  hostOf,
  isOneOf,
  lastDayOf,
  withEntry,
} from "../declared-history.ts";
import type { EventContext, EventEffect, EventKind, Happening, Refusal } from "../event.ts";
import { madeUpDigest } from "../made-up.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime, type Moment } from "../moment.ts";

/** A new secret is merged to Git (bridge §1.1): another ciphertext, and a login that equals none seen before. */
export const rotate: EventKind = {
  name: "rotate",
  argument: "[CREDENTIAL]",
  summary: "Git declares another credential",
  prepare: (name) => declaring(name, anew),
};

/** The same token under another user name. It is another credential: the user is part of its identity. */
export const rotateUser: EventKind = {
  name: "rotate-user",
  argument: "[CREDENTIAL]",
  summary: "Git declares the same secret under another user name, which is another credential",
  prepare: (name) => declaring(name, anew),
};

/** `sops updatekeys` or a rewritten file (bridge §6.1.2): the ciphertext and so the revision changes, the login does not. */
export const reencrypt: EventKind = {
  name: "reencrypt",
  argument: "[CREDENTIAL]",
  summary: "the declared credential is encrypted anew: another revision, the same login",
  prepare: (name) =>
    declaring(name, (record, { at }) => ({
      ...record.declared,
      revision: madeUpDigest(["revision", record.declared.revision ?? "", at]),
    })),
};

/** Git goes back to what it declared before the present credential, ciphertext and all (node-decision row 4: A → B → A). */
export const revert: EventKind = {
  name: "revert",
  argument: "[CREDENTIAL]",
  summary: "Git declares again what it declared before",
  prepare: (name) => declaring(name, earlier),
};

/** The registry's owner revokes every credential that was declared before: none of them answers a pull any more. */
export const revoke: EventKind = {
  name: "revoke",
  argument: "[CREDENTIAL]",
  summary: "every credential that was declared before is revoked",
  prepare: (name) => (context) => {
    const credential = findCredential(context, name);
    if ("refused" in credential) return credential;
    const previous = ownValue(context.snapshot.credentials ?? {}, credential.name)?.previous ?? [];
    if (previous.length === 0) return nothingBefore(credential);
    const declared = ownValue(context.snapshot.credentials ?? {}, credential.name)?.declared;
    const value = previous.map((entry) =>
      isOneOf(declared, entry, credential) ? entry : { ...entry, revoked: true },
    );
    const at = ["credentials", credential.name, "previous"];
    return { edits: [{ at, value: value.map(asJson) }] };
  },
};

/** What is declared now, by what was, and what was declared before that. */
type Successor = (
  record: CredentialRecord & { readonly declared: Declared },
  change: {
    readonly at: string;
    readonly credential: ProfileCredential;
    readonly past: readonly Declared[];
  },
) => Declared | Refusal;

function declaring(name: string, successor: Successor): EventEffect {
  return (context) => {
    const credential = findCredential(context, name);
    if ("refused" in credential) return credential;
    const record = ownValue(context.snapshot.credentials ?? {}, credential.name);
    const declared = record?.declared;
    if (record === undefined || declared === undefined)
      return { refused: `what Git declares for \`${credential.name}\` is not in the snapshot` };
    const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
    if (moment === undefined) return endOfTime;
    const past = ownValue(context.past, credential.name) ?? [];
    const at = moment.before(1);
    const next = successor({ ...record, declared }, { at, credential, past });
    if ("refused" in next) return next;
    return declaredNow({ context, credential, moment }, { record, declared, next });
  };
}

function declaredNow(
  {
    context,
    credential,
    moment,
  }: {
    readonly context: EventContext;
    readonly credential: ProfileCredential;
    readonly moment: Moment;
  },
  {
    record,
    declared,
    next,
  }: {
    readonly record: CredentialRecord;
    readonly declared: Declared;
    readonly next: Declared;
  },
): Happening {
  const { previous } = record;
  const history =
    previous === undefined ? {} : { previous: withEntry(previous, declared, { next, credential }) };
  const changed = { ...record, declared: next, ...history };
  const past = ownValue(context.past, credential.name) ?? [];
  return {
    edits: [...moment.edits, { at: ["credentials", credential.name], value: asJson(changed) }],
    past: { ...context.past, [credential.name]: [...past, declared] },
  };
}

/** Another secret for the host under another ciphertext; of content that was not collected only the ciphertext is seen. */
const anew: Successor = ({ declared, previous }, { at, credential }) => {
  const { revision, entries, firstDeclaredAt } = declared;
  const isDated = firstDeclaredAt !== undefined || previous !== undefined;
  const host = hostOf(credential);
  return {
    ...(revision === undefined ? {} : { revision: madeUpDigest(["revision", revision, at]) }),
    ...(isDated ? { firstDeclaredAt: at } : {}),
    ...(entries === undefined
      ? {}
      : {
          entries: entries.map((entry) =>
            entry.host === host && entry.fingerprint !== undefined
              ? { ...entry, fingerprint: otherThan(entry.fingerprint, at) }
              : entry,
          ),
        }),
  };
};

function otherThan(fingerprint: Fingerprint, at: string): Fingerprint {
  return { ...fingerprint, value: madeUpDigest(["credential", fingerprint.value, at]) };
}

/** What the simulation itself declared before; else the other credential that the history has as last in force. */
const earlier: Successor = ({ declared, previous = [] }, { credential, past }) => {
  const remembered = past.findLast((each) => each.revision !== declared.revision);
  if (remembered !== undefined) return remembered;
  const host = hostOf(credential);
  const [last] = previous
    .filter((entry) => entry.revision !== undefined && !isOneOf(declared, entry, credential))
    .toSorted((a, b) => compareInstants(lastDayOf(b), lastDayOf(a)));
  if (last === undefined) return nothingBefore(credential);
  const { revision, fingerprint, firstDeclaredAt } = last;
  const entries = declared.entries?.map((entry) =>
    entry.host === host
      ? { host, kind: entry.kind ?? "basic", consistent: true, fingerprint }
      : entry,
  );
  // A login that the history has no fingerprint of cannot be told.
  const isTold = fingerprint !== undefined && entries !== undefined;
  return {
    ...(revision === undefined ? {} : { revision }),
    ...(firstDeclaredAt === undefined ? {} : { firstDeclaredAt }),
    ...(isTold
      ? {
          entries: entries.map(({ fingerprint: print, ...entry }) =>
            print === undefined ? entry : { ...entry, fingerprint: print },
          ),
        }
      : {}),
  };
};

function nothingBefore({ name }: ProfileCredential): Refusal {
  return {
    refused: `nothing is known to have been declared before for \`${name}\``,
    help: "collect the history of declarations, or simulate `rotate` first",
  };
}
