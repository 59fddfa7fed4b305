import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { type Problem, startOf } from "../input/problem.ts";
import type { SourceText } from "../input/source-document.ts";
import { type FileReader, fileLabel, reasonOf, unreadable } from "./file-reader.ts";

/** Files below one directory, that directory's whole tree included. */
const FILES_MAX = 100_000;

export interface ReadFiles {
  readonly sources: readonly SourceText[];
  readonly problems: readonly Problem[];
}

/**
 * Reads files, and every file below directories, in byte order of their paths; `-` is standard input. A
 * file named twice is read once. `.git` is passed over; linked files are read, linked directories are not
 * walked into, since links may form circles.
 */
export function readFiles(
  paths: readonly string[],
  reader: FileReader,
  filesMax: number = FILES_MAX,
): ReadFiles {
  const problems: Problem[] = [];
  const sources: SourceText[] = [];
  const seen = new Set<string>();
  for (const found of paths.flatMap((path) => expand(path, filesMax, problems))) {
    const identity = found.path === "-" ? "-" : resolve(found.path);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const read = reader.readText(found.path, found.isListed ? { regularOnly: true } : {});
    if (read.ok) sources.push(read.value);
    else problems.push(...read.problems);
  }
  return { sources, problems };
}

interface FoundFile {
  readonly path: string;
  /** Found in a directory rather than named. */
  readonly isListed: boolean;
}

function expand(path: string, filesMax: number, problems: Problem[]): readonly FoundFile[] {
  if (path === "-") return [{ path, isListed: false }];
  try {
    if (!statSync(path).isDirectory()) return [{ path, isListed: false }];
  } catch (error) {
    problems.push(unreadable(fileLabel(path), `cannot be read: ${reasonOf(error)}`));
    return [];
  }
  const found: string[] = [];
  listInto(path, { found, filesMax, problems });
  if (found.length > filesMax) {
    problems.push({
      code: "INPUT_LIMIT",
      message: "too many files in the directory",
      position: startOf(fileLabel(path)),
      expected: `at most ${filesMax} files`,
    });
    return [];
  }
  // Only the argument `-` is standard input, and a file of this name is none.
  return found
    .map((file) => ({ file, bytes: Buffer.from(file) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ file }) => ({ path: file === "-" ? `.${sep}-` : file, isListed: true }));
}

interface Listing {
  readonly found: string[];
  readonly filesMax: number;
  readonly problems: Problem[];
}

/** Adds every file below a directory; stops after one more than there may be. */
function listInto(directory: string, listing: Listing): void {
  const { found, filesMax, problems } = listing;
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    problems.push(unreadable(fileLabel(directory), `cannot be listed: ${reasonOf(error)}`));
    return;
  }
  for (const entry of entries) {
    if (entry.name === ".git") continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) listInto(path, listing);
    else if (!isLinkedDirectory(entry, path)) found.push(path);
    if (found.length > filesMax) return;
  }
}

/** A link that leads nowhere counts as a file: reading it tells why. */
function isLinkedDirectory(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
