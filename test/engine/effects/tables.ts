import { CHANGE_KINDS, type ConfigChange } from "../../../src/engine/effects/effect-table.ts";
import { readEffectTables } from "../../../src/engine/effects/read-effect-tables.ts";
import { parseTalosVersion, type TalosVersion } from "../../../src/engine/effects/talos-version.ts";
import type { Problem } from "../../../src/input/problem.ts";
import { readDocuments } from "../../../src/input/read-documents.ts";

/** Throws on a text that is no version, so that a typing mistake cannot turn into another case. */
export function version(text: string): TalosVersion {
  const parsed = parseTalosVersion(text);
  if (parsed === undefined) throw new Error(`not a version: ${text}`);
  return parsed;
}

/** `machine.env.A added`, or `KernelModuleConfig parameters.0 changed`: a change as examples write it. */
export function change(text: string): ConfigChange {
  const words = text.split(" ");
  const kind = CHANGE_KINDS.find((each) => each === words.at(-1));
  const [first = "", second] = words.slice(0, -1);
  if (kind === undefined) throw new Error(`not a change: ${text}`);
  if (/^[A-Z]/.test(first)) {
    return { document: first, path: second?.split("/") ?? [], change: kind };
  }
  return { document: "v1alpha1", path: first.split("/"), change: kind };
}

/** A table of these entries, each a line of YAML. */
export function tableText(...entries: readonly string[]): string {
  const lines = entries.map((entry) => `    - {${entry}}\n`);
  return `apiVersion: fleetwarrant.dev/v1alpha1\nkind: EffectTable\nmetadata: {name: own}\nspec:\n  entries:\n${lines.join("")}`;
}

export function readTables(...texts: readonly string[]): ReturnType<typeof readEffectTables> {
  const documents = texts.flatMap((text, index) => {
    const read = readDocuments({ file: `${index}.yaml`, text });
    if (!read.ok) throw new Error(read.problems[0]?.message);
    return read.value;
  });
  return readEffectTables(documents);
}

export function problemsOf(...texts: readonly string[]): readonly Problem[] {
  const read = readTables(...texts);
  return read.ok ? [] : read.problems;
}
