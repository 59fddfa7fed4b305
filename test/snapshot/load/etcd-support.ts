/** A table as Go's tabwriter aligns it: three blanks after the widest cell of a column, none after the last column. */
export function tableOf(...rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell.padEnd((widths[column] ?? 0) + 3),
      )
      .join(""),
  );
  return lines.map((line) => `${line}\n`).join("");
}

export const statusHead: readonly string[] = [
  "NODE",
  "MEMBER",
  "DB SIZE",
  "IN USE",
  "LEADER",
  "RAFT INDEX",
  "RAFT TERM",
  "RAFT APPLIED INDEX",
  "LEARNER",
  "ERRORS",
];

/** With the columns that Talos 1.10 added. */
export const newStatusHead: readonly string[] = [
  ...statusHead.slice(0, -1),
  "PROTOCOL",
  "STORAGE",
  "ERRORS",
];

interface Status {
  readonly node?: string;
  readonly member?: string;
  readonly leader?: string;
  readonly learner?: string;
  readonly errors?: string;
}

export const idA = "a49c021e76e707db";
export const idB = "0b2f3c4d5e6f7081";

export function statusRow(
  { node = "10.0.0.1", member = idA, leader = idA, learner = "false", errors = "" }: Status,
  versions: readonly string[] = [],
): readonly string[] {
  const size = ["22 MB", "4.5 MB (26.10%)"];
  const raft = ["53391", "4", "53391"];
  return [node, member, ...size, leader, ...raft, learner, ...versions, errors];
}

export const alarmHead: readonly string[] = ["NODE", "MEMBER", "ALARM"];
