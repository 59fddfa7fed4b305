import type { SourceText } from "../../input/source-document.ts";
import type { LoadLog } from "./load-log.ts";
import { problemAt } from "./place.ts";
import { isEtcdHead } from "./text-kind.ts";
import { textPlace } from "./text-place.ts";
import { readTable, type TableHead, type TableRow } from "./text-table.ts";

/** What one node said of one member. */
export interface EtcdMember {
  readonly id: string;
  /** Undefined: it follows none. */
  readonly leader: string | undefined;
  readonly learner: boolean;
  readonly hasErrors: boolean;
}

export interface EtcdAlarm {
  readonly id: string;
  readonly alarm: "NOSPACE" | "CORRUPT" | "other";
}

export interface EtcdRow {
  /** 1-based line of the text. */
  readonly line: number;
  /** Address or name of the node that was asked. */
  readonly node: string;
  readonly told: { readonly member: EtcdMember } | { readonly alarm: EtcdAlarm };
}

/** Rows of the tables in one text; no cluster of etcd comes near it. */
const ROWS_MAX = 10_000;

const statusColumns = ["MEMBER", "LEADER", "LEARNER"];

/**
 * Reads what `talosctl etcd status` and `talosctl etcd alarm list` print. Nothing, with the problems in the log,
 * if a part of it is not understood: a row that was passed over might have been the sick one.
 */
export function readEtcdRows({ file, text }: SourceText, log: LoadLog): readonly EtcdRow[] {
  const before = log.problems.length;
  const refuse = (line: number, message: string, help?: string): void => {
    const details = help === undefined ? {} : { help };
    log.problems.push(problemAt(textPlace(file, line), "SNAPSHOT_UNRECOGNIZED", message, details));
  };
  const { heads, rows } = readTable(text, isEtcdHead);
  for (const head of heads) checkHead(head, refuse);
  if (rows.length > ROWS_MAX) refuse(1, `a table of etcd with more than ${ROWS_MAX} rows`);
  if (log.problems.length > before) return [];
  const read = rows.map(readRow);
  const found = read.filter((row) => row !== undefined);
  const unread = rows.filter((_, index) => read[index] === undefined);
  for (const { line } of unread) {
    refuse(line, "a row of etcd's table whose cells do not fit its head", OUTPUT_HELP);
  }
  return unread.length === 0 ? found : [];
}

const OUTPUT_HELP =
  "give the output of `talosctl etcd status` or `talosctl etcd alarm list` as it was printed";

function checkHead(
  { line, columns }: TableHead,
  refuse: (line: number, message: string, help?: string) => void,
): void {
  const names = columns.map(({ name }) => name);
  if (names[0] !== "NODE") {
    const help = "name the nodes: `talosctl -n ADDRESS,ADDRESS etcd …`";
    refuse(line, "a table of etcd that does not say which node each row is from", help);
  }
  const isAlarms = names.at(-1) === "ALARM";
  const isStatus =
    names.at(-1) === "ERRORS" && statusColumns.every((column) => names.includes(column));
  const isTwice = new Set(names).size < names.length;
  if ((!isAlarms && !isStatus) || isTwice) {
    refuse(line, "a table of etcd without the columns that say how it is", OUTPUT_HELP);
  }
}

const version = /^(v?\d[0-9A-Za-z.+-]*)?$/;

/**
 * What stands in the columns that are not kept. They are looked at all the same: text that slipped out of the
 * column of errors stands in one of these.
 */
const cellPatterns: ReadonlyMap<string, RegExp> = new Map([
  ["DB SIZE", /^[\d.]+ ?[kKMGTPE]?i?B$/],
  ["IN USE", /^[\d.]+ ?[kKMGTPE]?i?B( \((\d[\d.]*|NaN|\+Inf)%\))?$/],
  ["RAFT INDEX", /^\d+$/],
  ["RAFT TERM", /^\d+$/],
  ["RAFT APPLIED INDEX", /^\d+$/],
  ["PROTOCOL", version],
  ["STORAGE", version],
]);

function readRow({ line, table, cells }: TableRow): EtcdRow | undefined {
  const cell = (name: string): string => cells?.get(name) ?? "";
  for (const { name } of table.columns) {
    if (cellPatterns.get(name)?.test(cell(name)) === false) return undefined;
  }
  const node = cell("NODE");
  const id = memberId(cell("MEMBER"));
  if (id === undefined || !/^[A-Za-z0-9.:_-]{1,253}$/.test(node)) return undefined;
  if (table.columns.at(-1)?.name === "ALARM") {
    const alarm = alarmOf(cell("ALARM"));
    return alarm && { line, node, told: { alarm: { id, alarm } } };
  }
  const leader = memberId(cell("LEADER"));
  const learner = cell("LEARNER");
  if (leader === undefined || !(learner === "true" || learner === "false")) return undefined;
  const member = {
    id,
    leader: /^0+$/.test(leader) ? undefined : leader,
    learner: learner === "true",
    hasErrors: cell("ERRORS") !== "",
  };
  return { line, node, told: { member } };
}

/** Sixteen hexadecimal digits; Talos left out leading zeros once. */
function memberId(text: string): string | undefined {
  return /^[0-9a-f]{1,16}$/.test(text) ? text.padStart(16, "0") : undefined;
}

function alarmOf(text: string): EtcdAlarm["alarm"] | undefined {
  if (text === "NOSPACE" || text === "CORRUPT") return text;
  return /^[A-Z_]{1,40}$/.test(text) ? "other" : undefined;
}
