import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Problem } from "../input/problem.ts";
import { startOf } from "../input/problem.ts";
import { fileLabel, reasonOf, unreadable } from "./file-reader.ts";

/** Files and folders that are looked at to find tests, in one run. */
const ENTRIES_MAX = 200_000;

export interface FoundTests {
  readonly files: readonly FoundTest[];
  readonly problems: readonly Problem[];
}

export interface FoundTest {
  readonly path: string;
  /** Named on the command line; others with such a name may belong to other tools. */
  readonly isNamed: boolean;
}

/** Files that are named, and every `*.test.yaml`, `*.test.yml` and `*.test.json` below folders that are, in byte order. */
export function findTests(paths: readonly string[], entriesMax: number = ENTRIES_MAX): FoundTests {
  const problems: Problem[] = [];
  const files = new Map<string, FoundTest>();
  for (const path of paths) {
    for (const found of testsAt(path, entriesMax, problems)) {
      const identity = resolve(found.path);
      if (!files.has(identity)) files.set(identity, found);
    }
  }
  return { files: [...files.values()], problems };
}

function testsAt(path: string, entriesMax: number, problems: Problem[]): readonly FoundTest[] {
  try {
    if (!statSync(path).isDirectory()) return [{ path, isNamed: true }];
  } catch (error) {
    problems.push(unreadable(fileLabel(path), `cannot be read: ${reasonOf(error)}`));
    return [];
  }
  const walk: Walk = { found: [], left: entriesMax, problems };
  walkInto(path, walk);
  if (walk.left < 0) {
    problems.push({
      code: "INPUT_LIMIT",
      message: "too many files and folders to look for tests in",
      position: startOf(fileLabel(path)),
      expected: `at most ${entriesMax}`,
      help: "name the folders that hold tests",
    });
    return [];
  }
  return walk.found
    .map((file) => ({ file, bytes: Buffer.from(file) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ file }) => ({ path: file, isNamed: false }));
}

interface Walk {
  readonly found: string[];
  left: number;
  readonly problems: Problem[];
}

/** Neither holds tests of whoever asks, and both may be large. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Linked folders are not walked into, since links may form circles. */
function walkInto(folder: string, walk: Walk): void {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    walk.problems.push(unreadable(fileLabel(folder), `cannot be listed: ${reasonOf(error)}`));
    return;
  }
  for (const entry of entries) {
    walk.left -= 1;
    if (walk.left < 0) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!passedOver.has(entry.name)) walkInto(path, walk);
    } else if (/\.test\.(ya?ml|json)$/.test(entry.name)) walk.found.push(path);
  }
}
