import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Parsed, Problem } from "../input/problem.ts";
import type { Reference } from "../policy-tests/policy-test.ts";
import { type FileReader, fileLabel, reasonOf, unreadable } from "./file-reader.ts";
import { shippedPolicyFiles } from "./package-files.ts";

/** A folder that files named in files may not lead out of, with all links resolved. */
export interface Bounds {
  /** As it was given, for messages. */
  readonly root: string;
  readonly real: string;
}

export function boundsOf(root: string): Parsed<Bounds> {
  try {
    return { ok: true, value: { root, real: realpathSync(root) } };
  } catch (error) {
    const problem = unreadable(fileLabel(root), `cannot be read: ${reasonOf(error)}`);
    return { ok: false, problems: [problem] };
  }
}

/** The path that a file names relative to itself. What leads out of the bounds, by dots or by links, is not opened. */
export function pathWithin(
  { text, position }: Reference,
  folder: string,
  bounds: Bounds,
): Parsed<string> {
  const failed = (
    problem: Omit<Problem, "position" | "code">,
    code: Problem["code"] = "TEST_INVALID",
  ) => ({ ok: false, problems: [{ code, ...problem, position }] }) as const;
  if (isAbsolute(text))
    return failed({ message: "the path is absolute", expected: "a path relative to this file" });
  const path = join(folder, text);
  try {
    if (isInside(realpathSync(path), bounds)) return { ok: true, value: path };
  } catch (error) {
    const message = `\`${text}\` cannot be read: ${reasonOf(error)}`;
    return failed({ message }, "INPUT_UNREADABLE");
  }
  return failed({
    message: `\`${text}\` leads out of \`${fileLabel(bounds.root)}\``,
    help: "call it from a folder that holds both, or name that folder with --root DIR",
  });
}

/** Reads only what lies inside, wherever links lead, and the policies that come with the package. */
export function insideOnly(reader: FileReader, bounds: Bounds): FileReader {
  const shipped = new Set(shippedPolicyFiles());
  const guarded =
    <T>(read: (path: string, options?: Parameters<FileReader["readText"]>[1]) => Parsed<T>) =>
    (path: string, options?: Parameters<FileReader["readText"]>[1]): Parsed<T> => {
      if (shipped.has(path)) return read(path, options);
      const file = fileLabel(path);
      try {
        if (isInside(realpathSync(path), bounds)) return read(path, options);
      } catch (error) {
        return { ok: false, problems: [unreadable(file, `cannot be read: ${reasonOf(error)}`)] };
      }
      const message = `is a link that leads out of \`${fileLabel(bounds.root)}\``;
      return { ok: false, problems: [unreadable(file, message)] };
    };
  return { readText: guarded(reader.readText), readBytes: guarded(reader.readBytes) };
}

function isInside(path: string, { real }: Bounds): boolean {
  const way = relative(real, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
