import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Problem } from "../input/problem.ts";
import { fileLabel, reasonOf, unreadable } from "./file-reader.ts";

/** Writes a file so that a reader sees the old text or the new one, never a part. Pipes and devices are written to as they are. */
export function writeOutputFile(path: string, text: string): Problem | undefined {
  try {
    const isPlain = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
    if (isPlain) replaceFile(path, text);
    else writeFileSync(path, text);
    return undefined;
  } catch (error) {
    return unreadable(fileLabel(path), `cannot be written: ${reasonOf(error)}`);
  }
}

function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
