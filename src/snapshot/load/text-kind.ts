/** Texts that are neither YAML nor JSON and say by their first line what they are. */
export type TextKind = "gitLog" | "etcdTables";

/** Tells what a text is by how it begins; undefined where it may be YAML, JSON or the log of a job. */
export function textKindOf(text: string): TextKind | undefined {
  const start = text.slice(0, FIRST_LINE_LENGTH_MAX).replace(/^\ufeff?[\r\n]*/, "");
  if (/^commit ([0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/.test(start)) return "gitLog";
  const [line = ""] = start.split(/[\r\n]/, 1);
  return isEtcdHead(line) ? "etcdTables" : undefined;
}

/** The head of a table that `talosctl etcd status` or `talosctl etcd alarm list` prints. */
export function isEtcdHead(line: string): boolean {
  return /^(NODE {2,})?MEMBER {2,}(DB SIZE {2,}|ALARM *$)/.test(line);
}

/** Enough of a text to know its first line by, in UTF-16 code units. */
const FIRST_LINE_LENGTH_MAX = 512;
