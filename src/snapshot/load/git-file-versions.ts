import { compareInstants } from "../instant.ts";
import type { FileText } from "./git-diff.ts";
import type { LoggedCommit } from "./git-log.ts";

/** The text of a file from a commit on. */
export interface FileVersion {
  /** 1-based line of the log. */
  readonly line: number;
  readonly at: string;
  /** Undefined where the commit took the file away. */
  readonly text: FileText;
}

/** All versions of one file, oldest first, or why the log does not tell them all. */
export type VersionsReading =
  | { readonly ok: true; readonly versions: readonly FileVersion[] }
  | { readonly ok: false; readonly why: string };

/**
 * Puts together what a log of one file says, whichever way round it is. Each commit must begin with the text that
 * the one before left, and the first with no file at all: then nothing can be lacking in between.
 */
export function fileVersions(commits: readonly LoggedCommit[]): VersionsReading {
  const why = obviousLack(commits);
  if (why !== undefined) return { ok: false, why };
  const orders = [[...commits].reverse(), commits];
  const inOrder = orders.find((order) => isOneLine(order) && isInTime(order));
  if (inOrder !== undefined) return { ok: true, versions: versionsOf(inOrder) };
  return { ok: false, why: brokenLine(orders) };
}

function obviousLack(commits: readonly LoggedCommit[]): string | undefined {
  if (commits.some(({ refs }) => refs === undefined))
    return "the log does not say whether the clone was a shallow one";
  if (commits.some(({ refs }) => refs?.some((ref) => ref === "grafted" || ref === "replaced")))
    return "the log is of a shallow clone, or of one with replaced commits";
  if (commits.some(({ changes }) => changes.length === 0))
    return "the log has a commit without what it changed";
  if (commits.some(({ changes }) => changes.some(({ isPartial }) => isPartial)))
    return "the log does not show the whole file at each commit";
  return undefined;
}

function isOneLine(oldestFirst: readonly LoggedCommit[]): boolean {
  let path: string | undefined;
  let text: FileText;
  for (const { changes } of oldestFirst) {
    for (const { fromPath, toPath, texts } of changes) {
      const isNext = texts === undefined ? text !== undefined : texts.before === text;
      if (!isNext || (path !== undefined && fromPath !== path)) return false;
      path = toPath;
      if (texts !== undefined) text = texts.after;
    }
  }
  return true;
}

function isInTime(oldestFirst: readonly LoggedCommit[]): boolean {
  return oldestFirst.every(({ at }, index) => {
    const before = oldestFirst[index - 1];
    return before === undefined || compareInstants(before.at, at) <= 0;
  });
}

function brokenLine(orders: readonly (readonly LoggedCommit[])[]): string {
  if (orders.some(isOneLine)) return "the times of the commits are not in their order";
  const begins = orders.some(([first]) => {
    const change = first?.changes[0];
    return change?.texts !== undefined && change.texts.before === undefined;
  });
  return begins
    ? "the commits of the log do not follow one from the other"
    : "the log does not begin with the commit that created the file";
}

function versionsOf(oldestFirst: readonly LoggedCommit[]): readonly FileVersion[] {
  return oldestFirst.flatMap(({ line, at, changes }) =>
    changes.flatMap(({ texts }) => (texts === undefined ? [] : [{ line, at, text: texts.after }])),
  );
}
