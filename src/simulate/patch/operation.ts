import { parsePointer } from "../../input/json-pointer.ts";
import { isList, isObject, type JsonValue, member } from "../../input/json-value.ts";
import { DEPTH_MAX, PROBLEMS_PER_FILE_MAX } from "../../input/limits.ts";
import type { Parsed, Problem } from "../../input/problem.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import { didYouMean } from "../../input/suggest.ts";
import { PATCH_OPERATIONS_MAX } from "./limits.ts";

const OPERATORS = ["add", "remove", "replace", "move", "copy", "test"] as const;
type Operator = (typeof OPERATORS)[number];

/** One operation of a JSON Patch (RFC 6902), its pointers read. */
export interface PatchOperation {
  readonly op: Operator;
  readonly path: ValuePath;
  /** Of `move` and `copy`. */
  readonly from: ValuePath;
  /** Of `add`, `replace` and `test`. */
  readonly value: JsonValue;
}

/** A patch whose form is right, and the document that says where each part of it stands. */
export interface Patch {
  readonly document: SourceDocument;
  readonly operations: readonly PatchOperation[];
}

/** Reads a patch: a list of operations. Members that an operation has no use for are passed over, as the RFC asks. */
export function readPatch(document: SourceDocument): Parsed<Patch> {
  const { value } = document;
  if (!isList(value)) {
    const message = "a patch is a list of operations (RFC 6902)";
    const expected = 'a list such as `[{"op": "remove", "path": "/proofs"}]`';
    return failed([
      { code: "PATCH_INVALID", message, position: document.positionAt([]), expected },
    ]);
  }
  if (value.length > PATCH_OPERATIONS_MAX) {
    const message = `the patch has ${value.length} operations`;
    const expected = `at most ${PATCH_OPERATIONS_MAX}`;
    const position = document.positionAt([`${PATCH_OPERATIONS_MAX}`]);
    return failed([{ code: "INPUT_LIMIT", message, position, expected }]);
  }
  const problems: Problem[] = [];
  const operations = value.map((item, index) => readOperation(item, { document, index, problems }));
  return problems.length === 0
    ? { ok: true, value: { document, operations } }
    : failed(problems.slice(0, PROBLEMS_PER_FILE_MAX));
}

interface Place {
  readonly document: SourceDocument;
  readonly index: number;
  readonly problems: Problem[];
}

function readOperation(item: JsonValue, place: Place): PatchOperation {
  const op = operatorOf(item, place);
  const takesFrom = op === "move" || op === "copy";
  const takesValue = op === "add" || op === "replace" || op === "test";
  const value = takesValue ? member(item, "value") : null;
  if (value === undefined) complain(place, [], `\`${op}\` lacks its \`value\``);
  const operation = {
    op: op ?? "test",
    path: pointerAt(item, "path", place),
    from: takesFrom ? pointerAt(item, "from", place) : [],
    value: value ?? null,
  };
  if (op === "move" && isInside(operation.path, operation.from))
    complain(place, ["path"], "a value cannot be moved into itself");
  return operation;
}

function operatorOf(item: JsonValue, place: Place): Operator | undefined {
  if (!isObject(item)) {
    complain(place, [], "an operation is a map with `op` and `path`");
    return undefined;
  }
  const word = member(item, "op");
  const found = OPERATORS.find((each) => each === word);
  if (found === undefined) {
    const what = word === undefined ? "the operation lacks its `op`" : "there is no such operation";
    const help = typeof word === "string" ? didYouMean(word, OPERATORS) : undefined;
    complain(place, ["op"], what, { expected: `one of: ${OPERATORS.join(", ")}`, help });
  }
  return found;
}

function pointerAt(item: JsonValue, key: "path" | "from", place: Place): ValuePath {
  if (!isObject(item)) return [];
  const text = member(item, key);
  if (text === undefined) {
    complain(place, [], `the operation lacks its \`${key}\``);
    return [];
  }
  const path = typeof text === "string" ? parsePointer(text) : undefined;
  if (path === undefined) {
    const expected =
      "a JSON Pointer (RFC 6901) such as `/talos/prod-worker-1/version`; `/` in a key is `~1`, `~` is `~0`";
    complain(place, [key], `\`${key}\` is no JSON Pointer`, { expected });
    return [];
  }
  if (path.length > DEPTH_MAX)
    complain(place, [key], "the pointer is too deep", { expected: `at most ${DEPTH_MAX} keys` });
  if (path.some((each) => reserved.has(each)))
    complain(place, [key], "the pointer names a key that objects of JavaScript reserve");
  return path;
}

/** Nothing in a snapshot is called so, and writing there would change what every object inherits. */
const reserved: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function isInside(path: ValuePath, outer: ValuePath): boolean {
  return path.length > outer.length && outer.every((key, at) => path[at] === key);
}

function complain(
  { document, index, problems }: Place,
  at: ValuePath,
  message: string,
  { expected, help }: { readonly expected?: string; readonly help?: string | undefined } = {},
): void {
  problems.push({
    code: "PATCH_INVALID",
    message,
    position: document.positionAt([`${index}`, ...at]),
    ...(expected === undefined ? {} : { expected }),
    ...(help === undefined ? {} : { help }),
  });
}

function failed(problems: readonly Problem[]): {
  readonly ok: false;
  readonly problems: readonly Problem[];
} {
  return { ok: false, problems };
}
