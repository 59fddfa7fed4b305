import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { type JsonValue, member } from "../../input/json-value.ts";
import type { SourceText } from "../../input/source-document.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type EtcdRow, readEtcdRows } from "./etcd-rows.ts";
import { jsonMap } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { NodeNames } from "./node-names.ts";
import { inside, problemAt } from "./place.ts";
import type { SnapshotParts } from "./snapshot-parts.ts";
import type { GivenManifest } from "./taken-at.ts";
import { textPlace } from "./text-place.ts";
import { tellUnplaced } from "./unplaced.ts";

interface EtcdSources {
  readonly texts: readonly SourceText[];
  readonly names: NodeNames;
  readonly manifests: readonly GivenManifest[];
  readonly snapshots: readonly SnapshotParts[];
}

/** What the control planes' etcd answered, by Node: from tables, and from a manifest which lists were empty. */
export function readEtcd(
  { texts, names, manifests, snapshots }: EtcdSources,
  log: LoadLog,
): readonly Contribution[] {
  const tables = texts.flatMap((text) => readText(text, names, log));
  const told = [...tables, ...snapshots.flatMap(({ contributions }) => contributions)];
  const withAlarms = new Set(told.filter(tellsAlarms).map(({ path: [, node] }) => node));
  const empty = manifests.flatMap((given) => readListed(given, names, log));
  return [...tables, ...empty.filter(({ path: [, node] }) => !withAlarms.has(node))];
}

function tellsAlarms({ path: [part, , inner], value }: Contribution): boolean {
  if (part !== "talos") return false;
  const etcd = inner === "etcd" ? value : member(value, "etcd");
  return member(etcd, "alarms") !== undefined;
}

function readText(text: SourceText, names: NodeNames, log: LoadLog): readonly Contribution[] {
  const rows = readEtcdRows(text, log).flatMap((row) => {
    const place = textPlace(text.file, row.line);
    const found = names.nameOf(row.node);
    if (typeof found === "object") return [{ ...row, place, name: found.name }];
    tellUnplaced({ place, address: row.node, isAmbiguous: found === "ambiguous" }, names, log);
    return [];
  });
  return [...groupBy(rows, ({ name }) => name)].map(([name, group]) => ({
    path: ["talos", name, "etcd"],
    value: tell(group, text.file, log),
    place: group[0].place,
  }));
}

/** Each row once: a node may have been asked twice into one file, and must have said the same. */
function tell(rows: readonly EtcdRow[], file: string, { problems }: LoadLog): JsonValue {
  const members = new Map<string, string>();
  const lists: Record<"members" | "alarms", Map<string, JsonValue>> = {
    members: new Map(),
    alarms: new Map(),
  };
  for (const { line, told } of rows) {
    const list = "member" in told ? lists.members : lists.alarms;
    const record = jsonMap(Object.entries("member" in told ? told.member : told.alarm));
    const text = canonicalJson(record);
    list.set(text, record);
    if (!("member" in told)) continue;
    const first = members.get(told.member.id) ?? text;
    members.set(told.member.id, first);
    if (first === text) continue;
    const message = "one node says two things of one member of etcd";
    problems.push(problemAt(textPlace(file, line), "SNAPSHOT_CONFLICTING_OBJECT", message));
  }
  return jsonMap([
    ["members", inOrder(lists.members)],
    ["alarms", inOrder(lists.alarms)],
  ]);
}

/** In the order of their text; undefined for none: only a manifest knows that nothing is the answer. */
function inOrder(list: ReadonlyMap<string, JsonValue>): readonly JsonValue[] | undefined {
  if (list.size === 0) return undefined;
  return [...list].sort(([a], [b]) => compareText(a, b)).map(([, record]) => record);
}

/** Nodes whose list of alarms was asked for: without a table of theirs it was empty. */
function readListed(
  { manifest, document }: GivenManifest,
  names: NodeNames,
  log: LoadLog,
): readonly Contribution[] {
  const root = { document, path: ["etcdAlarms", "listed"] };
  return (manifest.etcdAlarms?.listed ?? []).flatMap((node, index) => {
    const place = inside(root, String(index));
    const found = names.nameOf(node);
    if (typeof found === "object") {
      return [{ path: ["talos", found.name, "etcd"], value: jsonMap([["alarms", []]]), place }];
    }
    tellUnplaced({ place, address: node, isAmbiguous: found === "ambiguous" }, names, log);
    return [];
  });
}
