import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Problem } from "../input/problem.ts";
import { fileLabel, reasonOf, unreadable } from "./file-reader.ts";

/** Writes a file so that a reader sees the old text or the new one, never a part. Pipes and devices are written to as they are. */
export function writeOutputFile(path: string, text: string): Problem | undefined {
  const isPlain = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const target = isPlain ? `${path}.${process.pid}.tmp` : path;
  try {
    writeFileSync(target, text);
    if (isPlain) renameSync(target, path);
    return undefined;
  } catch (error) {
    if (isPlain) rmSync(target, { force: true });
    return unreadable(fileLabel(path), `cannot be written: ${reasonOf(error)}`);
  }
}
