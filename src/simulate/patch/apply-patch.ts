import jsonPatch from "fast-json-patch";
import { asJson } from "../../input/as-json.ts";
import { formatPointer as pointerOf, valueAt } from "../../input/json-pointer.ts";
import { isList, isObject, type JsonValue } from "../../input/json-value.ts";
import { DEPTH_MAX } from "../../input/limits.ts";
import type { Parsed, Problem } from "../../input/problem.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import { didYouMean } from "../../input/suggest.ts";
import { readSnapshot } from "../../snapshot/parse-snapshot.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { PATCH_SIZE_MAX } from "./limits.ts";
import { measure } from "./measure.ts";
import type { Patch, PatchOperation } from "./operation.ts";
import { patchedDocument } from "./patched-document.ts";

/**
 * Applies a JSON Patch (RFC 6902) to the canonical form of a snapshot, and checks the outcome as any snapshot is checked. The
 * first operation that cannot be applied ends it: what comes after it would build on what is not there.
 */
export function applyPatch(snapshot: Snapshot, { document, operations }: Patch): Parsed<Snapshot> {
  let root = copyOf(asJson(snapshot));
  let sizeLeft = PATCH_SIZE_MAX;
  for (const [index, operation] of operations.entries()) {
    const applied = applyOne(root, operation, sizeLeft);
    if ("breach" in applied) return { ok: false, problems: [problemOf(document, index, applied)] };
    root = applied.root;
    sizeLeft = applied.sizeLeft;
  }
  return readSnapshot(patchedDocument(root, document, operations));
}

interface Applied {
  readonly root: JsonValue;
  readonly sizeLeft: number;
}

/** What is wrong with an operation, and with which part of it. */
interface Breach {
  readonly breach: string;
  readonly at: "path" | "from" | "value" | "op";
  readonly code?: Problem["code"];
  readonly expected?: string;
  readonly help?: string | undefined;
}

/** `root` is a copy of our own, and is changed in place. */
function applyOne(root: JsonValue, operation: PatchOperation, sizeLeft: number): Applied | Breach {
  const { op, path, from, value } = operation;
  switch (op) {
    case "test":
      if (valueAt(root, path) === undefined) return nothingAt(root, path, "path");
      return isEqual(root, operation) ? { root, sizeLeft } : testFailed;
    case "remove":
      if (valueAt(root, path) === undefined) return nothingAt(root, path, "path");
      return { root: edited(root, { op, path: pointerOf(path) }), sizeLeft };
    case "replace":
      if (valueAt(root, path) === undefined) return nothingAt(root, path, "path");
      return written(root, { op, path, value }, sizeLeft);
    case "add":
      return written(root, { op, path, value }, sizeLeft);
    case "copy":
    case "move": {
      const source = valueAt(root, from);
      if (source === undefined) return nothingAt(root, from, "from");
      const rest = op === "copy" ? root : edited(root, { op: "remove", path: pointerOf(from) });
      return written(rest, { op: "add", path, value: source }, sizeLeft);
    }
  }
}

/** Writes a copy of a value, so that no later operation reaches into what it was copied from. */
function written(
  root: JsonValue,
  {
    op,
    path,
    value,
  }: { readonly op: "add" | "replace"; readonly path: ValuePath; readonly value: JsonValue },
  sizeLeft: number,
): Applied | Breach {
  const breach = op === "add" ? noPlace(root, path) : undefined;
  if (breach !== undefined) return breach;
  const measured = measure(value, sizeLeft);
  if (measured === undefined) return tooMuch;
  if (path.length + measured.depth > DEPTH_MAX) return tooDeep;
  const next = edited(root, { op, path: pointerOf(path), value: copyOf(value) });
  return { root: next, sizeLeft: sizeLeft - measured.size };
}

type EditOperation =
  | { op: "add" | "replace"; path: string; value: JsonValue }
  | { op: "remove"; path: string };

function edited(root: JsonValue, operation: EditOperation): JsonValue {
  return jsonPatch.applyOperation(root, operation, false, true, true).newDocument;
}

function isEqual(root: JsonValue, { path, value }: PatchOperation): boolean {
  try {
    jsonPatch.applyOperation(root, { op: "test", path: pointerOf(path), value }, false, true, true);
    return true;
  } catch {
    return false;
  }
}

/** Why nothing can be added at a pointer; undefined where something can. */
function noPlace(root: JsonValue, path: ValuePath): Breach | undefined {
  const last = path.at(-1);
  if (last === undefined) return undefined;
  const parent = valueAt(root, path.slice(0, -1));
  if (isObject(parent)) return undefined;
  if (!isList(parent)) return nothingAt(root, path.slice(0, -1), "path");
  const isIndex = /^(0|[1-9]\d{0,9})$/.test(last) && Number(last) <= parent.length;
  if (last === "-" || isIndex) return undefined;
  return {
    breach: "the list has no such place",
    at: "path",
    expected: `an index from 0 to ${parent.length}, or \`-\` for its end`,
  };
}

/** Which key of a pointer leads nowhere, with the one that was probably meant. */
function nothingAt(root: JsonValue, path: ValuePath, at: "path" | "from"): Breach {
  const length = path.findIndex(
    (_, index) => valueAt(root, path.slice(0, index + 1)) === undefined,
  );
  const parent = length < 0 ? undefined : valueAt(root, path.slice(0, length));
  const key = path[length] ?? "";
  const keys = isObject(parent) ? Object.keys(parent) : [];
  const where = length < 0 ? pointerOf(path) : pointerOf(path.slice(0, length));
  return {
    breach:
      length < 0
        ? `\`${where}\` is neither a map nor a list`
        : `there is nothing at this pointer: \`${where === "" ? "/" : where}\` has no \`${key}\``,
    at,
    help: didYouMean(key, keys),
  };
}

const testFailed: Breach = {
  breach: "the test fails: another value stands at this pointer",
  at: "value",
  code: "PATCH_TEST_FAILED",
};
const tooMuch: Breach = {
  breach: "the operations up to this one write too much",
  at: "path",
  code: "INPUT_LIMIT",
  expected: `at most ${PATCH_SIZE_MAX} values and characters`,
};
const tooDeep: Breach = {
  breach: "the value would be nested too deeply",
  at: "path",
  code: "INPUT_LIMIT",
  expected: `at most ${DEPTH_MAX} levels`,
};

function problemOf(document: SourceDocument, index: number, breach: Breach): Problem {
  const { at, code = "PATCH_INVALID", expected, help } = breach;
  return {
    code,
    message: breach.breach,
    position: document.positionAt([`${index}`, at]),
    ...(expected === undefined ? {} : { expected }),
    ...(help === undefined ? {} : { help }),
  };
}

function copyOf(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
