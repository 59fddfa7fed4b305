import { groupBy } from "../../../../input/group-by.ts";
import { parsePointer } from "../../../../input/json-pointer.ts";
import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import { MAIN_DOCUMENT } from "../../../effects/effect-table.ts";
import type { UnknownReason } from "../../fact.ts";
import { diffLeaves, type LeafDiff, leavesOf } from "./leaf-diff.ts";
import type { ConfigDiff, ConfigPair, OpenChange, PlacedChange } from "./placed-change.ts";

type DocumentRecord = MachineConfigRecord["documents"][number];

interface PlacedDocument {
  readonly record: DocumentRecord;
  readonly index: number;
}

/** Kinds of which a snapshot tells the content elsewhere: without anything else in them they say nothing here. */
const toldElsewhere: ReadonlySet<string> = new Set(["RegistryAuthConfig", "KubeNodeConfig"]);

/** Compares what is told by digests only, document by document of the same kind and name. */
export function diffDocuments(pair: ConfigPair): ConfigDiff {
  const [before, after] = [documentsIn(pair.active), documentsIn(pair.rendered)];
  const reason = incomparable(pair);
  const certain: PlacedChange[] = [];
  const open: OpenChange[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    for (const { change, isOpen } of diffAll(before.get(key) ?? [], after.get(key) ?? [])) {
      if (reason !== undefined && (isOpen || hasDigest(change))) open.push({ change, reason });
      else certain.push(change);
    }
  }
  return { certain, open };
}

function documentsIn({
  documents,
}: MachineConfigRecord): ReadonlyMap<string, readonly PlacedDocument[]> {
  const placed = documents.map((record, index) => ({ record, index }));
  return groupBy(placed, ({ record: { kind, name = "" } }) => `${kind}\n${name}`);
}

/** Why digests that differ say nothing; undefined: one key made both, so they do. */
function incomparable({ active, rendered }: ConfigPair): UnknownReason | undefined {
  const { digestKey: a = "an unknown key" } = active;
  const { digestKey: b = "an unknown key" } = rendered;
  if (a === b && active.digestKey !== undefined) return undefined;
  return {
    code: "Incomparable",
    detail: `the active machine config is digested with ${a}, the rendered one with ${b}`,
    cure: "read both in one run, or with one key (--fingerprint-key FILE)",
  };
}

/** Some names are told as digests, and so compare no better than values. */
function hasDigest({ path, name = "" }: PlacedChange): boolean {
  return [name, ...path].some((each) => each.startsWith("digest:"));
}

interface DocumentChange {
  readonly change: PlacedChange;
  /** It hangs on digests that differ. */
  readonly isOpen: boolean;
}

function diffAll(
  before: readonly PlacedDocument[],
  after: readonly PlacedDocument[],
): readonly DocumentChange[] {
  const pairs = Math.max(before.length, after.length);
  return Array.from({ length: pairs }, (_, place) => place).flatMap((place) =>
    diffOne(before[place], after[place]),
  );
}

function diffOne(
  before: PlacedDocument | undefined,
  after: PlacedDocument | undefined,
): readonly DocumentChange[] {
  if (before !== undefined && after !== undefined) {
    return diffLeaves(before.record, after.record).map((leaf) => ofLeaf(before, after, leaf));
  }
  const only = before ?? after;
  if (only === undefined || isTold(only.record)) return [];
  const change: PlacedChange = {
    ...identityOf(only.record),
    path: [],
    change: before === undefined ? "added" : "removed",
    seenIn: before === undefined ? "rendered" : "active",
    at: ["documents", String(only.index)],
  };
  return [{ change, isOpen: false }];
}

/** A document of which nothing is left that is not told elsewhere. */
export function isTold(record: DocumentRecord): boolean {
  return toldElsewhere.has(record.kind) && leavesOf(record).size === 0;
}

function ofLeaf(before: PlacedDocument, after: PlacedDocument, leaf: LeafDiff): DocumentChange {
  const seenIn = leaf.change === "added" ? "rendered" : "active";
  const { record, index } = seenIn === "active" ? before : after;
  const isRole = record.digests[leaf.pointer] === undefined;
  return {
    change: {
      ...identityOf(record),
      path: parsePointer(leaf.pointer) ?? [],
      change: leaf.change,
      seenIn,
      at: ["documents", String(index), ...(isRole ? ["machineType"] : ["digests", leaf.pointer])],
    },
    isOpen: leaf.change === "changed" && !isRole,
  };
}

function identityOf({ kind, name }: DocumentRecord): Pick<PlacedChange, "document" | "name"> {
  return { document: kind, name: kind === MAIN_DOCUMENT ? undefined : name };
}
