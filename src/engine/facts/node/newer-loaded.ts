import { credentialSharedOf } from "../credential/credential-shared.ts";
import { readHandOffDocument } from "../credential/hand-off-document.ts";
import { findNewer, type Newer, type NewerCredentials } from "../credential/newer-credentials.ts";
import type { Note, UnknownReason } from "../fact.ts";
import { eachOnce } from "../known.ts";
import type { CredentialSubject, FactSource, NodeCredentialSubject } from "../subject.ts";
import { configuredAuthOf } from "./config-against-declared.ts";
import { annotationOf } from "./node-object.ts";
import { nodesSharedOf } from "./nodes-shared.ts";
import { startedAfterConfig } from "./runtime-evidence.ts";
import {
  activeConfigOf,
  isTalosCollected,
  missingFromTalos,
  restOfConfig,
  startNotRead,
} from "./talos-record.ts";

/** Something that shows a newer credential than the declared one to have been loaded somewhere in the fleet. */
interface Sighting {
  /** `worker-1: marker of 4384f07cc5a8, first declared 2026-07-15T00:00:00Z`. */
  readonly text: string;
  readonly path: Parameters<Note>[0];
}

export interface NewerLoaded {
  readonly sightings: readonly Sighting[];
  /** Why there may be further ones. */
  readonly doubts: readonly UnknownReason[];
}

/**
 * What shows that the fleet has loaded a credential that was first declared after the declared one: a marker on
 * any Node or a hand-off that names one of its revisions, in whatever run, or a runtime that started after its
 * config last changed, to that credential. A config alone is intent. Worked out once a credential.
 */
export function newerLoadedOf(subject: CredentialSubject): NewerLoaded {
  const byName = subject.source.once(createByName);
  const earlier = byName.get(subject.credential.name);
  if (earlier !== undefined) return earlier;
  const found = findNewerLoaded(subject);
  byName.set(subject.credential.name, found);
  return found;
}

function createByName(_source: FactSource): Map<string, NewerLoaded> {
  return new Map();
}

const nothing: NewerLoaded = { sightings: [], doubts: [] };

function findNewerLoaded(subject: CredentialSubject): NewerLoaded {
  const newer = findNewer(credentialSharedOf(subject));
  if (newer.isEmpty) return nothing;
  const { source } = subject;
  const found = [handedOff(subject, newer)];
  for (const { key, object } of source.index.ofKind("v1/Node")) {
    const each = { ...subject, nodeKey: key, node: object };
    found.push(marked(each, newer), configured(each, newer));
  }
  return {
    sightings: found.flatMap(({ sightings }) => sightings),
    doubts: eachOnce([...found.flatMap(({ doubts }) => doubts), ...nodesSharedOf(source).unseen()]),
  };
}

function marked(subject: NodeCredentialSubject, newer: NewerCredentials): NewerLoaded {
  const { node, nodeKey, credential } = subject;
  const key = credential.proof.revision;
  const revision = annotationOf(node, key);
  if (revision === undefined || !isRevision(revision)) return nothing;
  return seenAs(newer.ofRevision(revision), {
    text: `${node.metadata.name}: marker of ${inShort(revision)}`,
    path: ["objects", nodeKey, "metadata", "annotations", key],
  });
}

function handedOff(subject: CredentialSubject, newer: NewerCredentials): NewerLoaded {
  const { proofs = [] } = subject.source.snapshot;
  const found = proofs.map((record, at) => {
    const document = readHandOffDocument(record);
    if (typeof document === "string") return nothing;
    const { credential = subject.credential.name, revision } = document;
    if (credential !== subject.credential.name || !isRevision(revision)) return nothing;
    return seenAs(newer.ofRevision(revision), {
      text: `hand-off ${at + 1}: of ${inShort(revision)}`,
      path: ["proofs", `${at}`, "credentialRevision"],
    });
  });
  return {
    sightings: found.flatMap(({ sightings }) => sightings),
    doubts: [
      ...found.flatMap(({ doubts }) => doubts),
      ...credentialSharedOf(subject).handOffs.open,
    ],
  };
}

function configured(subject: NodeCredentialSubject, newer: NewerCredentials): NewerLoaded {
  if (!isTalosCollected(subject)) return nothing;
  const order = startedAfterConfig(subject);
  if (order === false) return nothing;
  const active = activeConfigOf(subject);
  if (active === undefined) {
    const detail = "active machine config not read";
    return { sightings: [], doubts: missingFromTalos(subject, detail, "machineconfig") };
  }
  const rest = restOfConfig(subject);
  const auth = configuredAuthOf(subject, active);
  if (auth.state === "invalid") return nothing;
  if (auth.state === "absent") return rest.length === 0 ? nothing : { sightings: [], doubts: rest };
  const isOne = auth.state === "one";
  const held = newer.ofFingerprint(isOne ? auth.entry.fingerprint : undefined);
  if (held.credential === undefined && held.doubts.length === 0 && rest.length === 0)
    return nothing;
  const unread = order === undefined ? startNotRead(subject) : [];
  const doubts = [...held.doubts, ...rest, ...unread];
  const { name } = subject.node.metadata;
  const sighting = {
    text: `${name}: its runtime started with another one configured`,
    path: ["talos", name, "runtimeStartedAt"],
  };
  return doubts.length > 0 ? { sightings: [], doubts } : seenAs(held, sighting);
}

function seenAs({ credential, doubts }: Newer, { text, path }: Sighting): NewerLoaded {
  if (credential === undefined) return { sightings: [], doubts };
  const since = `, first declared ${credential.firstDeclaredAt ?? "later"}`;
  return { sightings: [{ text: text + since, path }], doubts: [] };
}

function isRevision(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Enough of a revision to find it in a log. */
function inShort(revision: string): string {
  return revision.slice(0, 12);
}
