import { mkdirSync, readdirSync } from "node:fs";
import type { Problem } from "../input/problem.ts";
import { fileLabel, reasonOf, unreadable } from "./file-reader.ts";

/** Makes a folder, unless it is there; one that holds anything is refused. */
export function makeEmptyFolder(folder: string, help: string): Problem | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return undefined;
    return unreadable(fileLabel(folder), "is not empty", help);
  } catch (error) {
    return unreadable(fileLabel(folder), `cannot be made: ${reasonOf(error)}`);
  }
}
