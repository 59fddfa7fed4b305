import { compareText } from "../input/compare-text.ts";
import { ownValue } from "../input/own-value.ts";
import { setOwn } from "../input/set-own.ts";
import type { Profile } from "../profile/profile.ts";
import type { MachineConfigRecord } from "../snapshot/snapshot.ts";

type TextMap = Readonly<Record<string, string>>;

const OWNED = "talos.dev/owned-annotations";

/** The annotations of proofs, of every credential: what a snapshot keeps of a config's annotations. */
export function proofKeysOf({ spec }: Profile): ReadonlySet<string> {
  const keys = (spec.credentials ?? []).flatMap(
    ({ proof: { revision, image, uid, bootId, legacy = [] } }) => [
      revision,
      image,
      uid,
      bootId,
      ...legacy,
    ],
  );
  return new Set(keys.filter((key) => key !== undefined));
}

/** The annotations that a config asks for, of all its documents. */
export function configuredAnnotations({ documents }: MachineConfigRecord): TextMap {
  const all: Record<string, string> = {};
  for (const { nodeAnnotations = {} } of documents) {
    for (const [key, value] of Object.entries(nodeAnnotations)) setOwn(all, key, value);
  }
  return all;
}

/** A document of a config without these annotations. */
export function withoutAnnotations(
  document: MachineConfigRecord["documents"][number],
  keys: ReadonlySet<string>,
): MachineConfigRecord["documents"][number] {
  const { nodeAnnotations } = document;
  if (nodeAnnotations === undefined) return document;
  const kept = Object.entries(nodeAnnotations).filter(([key]) => !keys.has(key));
  return { ...document, nodeAnnotations: Object.fromEntries(kept) };
}

/**
 * What Talos makes of a Node's annotations once a config is active (controllers/k8s/node_apply.go, applyNodeKV): it adds
 * and owns what lacks, owns what is equal, changes only what it owns, and deletes what it owns and the config no longer
 * has. Of `keys` alone: of the rest of the config a snapshot keeps digests. Where the list of what it owns cannot be
 * read, nothing changes.
 */
export function reconciledAnnotations(
  shown: TextMap,
  configured: TextMap,
  keys: ReadonlySet<string>,
): TextMap {
  const owned = ownedIn(ownValue(shown, OWNED) ?? "");
  if (owned === undefined) return shown;
  const next: Record<string, string> = { ...shown };
  for (const key of keys) {
    const wanted = ownValue(configured, key);
    const present = ownValue(next, key);
    if (wanted === undefined) {
      if (owned.delete(key)) delete next[key];
    } else if (present === undefined || present === wanted || owned.has(key)) {
      setOwn(next, key, wanted);
      owned.add(key);
    }
  }
  return withOwned(next, owned);
}

/** As it is after somebody else wrote an annotation: Talos owns it no more and leaves it alone. */
export function disowned(shown: TextMap, key: string): TextMap {
  const owned = ownedIn(ownValue(shown, OWNED) ?? "");
  return owned?.delete(key) === true ? withOwned(shown, owned) : shown;
}

function withOwned(shown: TextMap, owned: ReadonlySet<string>): TextMap {
  const { [OWNED]: _, ...rest } = shown;
  if (owned.size === 0) return rest;
  return { ...rest, [OWNED]: JSON.stringify([...owned].sort(compareText)) };
}

/** The keys that Talos owns; undefined for what is no JSON list of texts. */
function ownedIn(text: string): Set<string> | undefined {
  if (text === "") return new Set();
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? new Set(value) : undefined;
  } catch {
    return undefined;
  }
}
