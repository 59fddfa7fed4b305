import { formatDuration } from "./duration.ts";
import { entriesOf } from "./equality.ts";
import { isList, kindOf } from "./kinds.ts";
import { MESSAGE_LENGTH_MAX, VALUE_DEPTH_MAX } from "./limits.ts";
import { numericOf } from "./numbers.ts";
import { Duration, formatTimestamp, Timestamp } from "./time.ts";
import {
  CelError,
  type CelValue,
  PartialList,
  PartialMap,
  TypeName,
  Unknown,
  type UnknownCause,
} from "./value.ts";

/** Says why something is unknown, such as `Forbidden: talos`. */
export type DescribeCause = (cause: UnknownCause) => string;

/** Writes a value for traces: texts are quoted, lists and maps look as in an expression. */
export function formatValue(value: CelValue, describe: DescribeCause = nameOf): string {
  return write({ describe, isQuoted: true }, value);
}

/** Writes a value for people: texts as they are, `absent` for null, lists with commas. */
export function formatForMessage(value: CelValue, describe: DescribeCause = nameOf): string {
  return write({ describe, isQuoted: false }, value);
}

/** Cuts a text that is too long, not through a surrogate pair. */
export function truncate(text: string, length: number = MESSAGE_LENGTH_MAX): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function nameOf(cause: UnknownCause): string {
  return cause.name;
}

interface Style {
  readonly describe: DescribeCause;
  readonly isQuoted: boolean;
}

/** Pieces of the text so far; writing stops when they are too long. */
interface Writer extends Style {
  readonly pieces: string[];
  length: number;
  depth: number;
}

function write(style: Style, value: CelValue): string {
  const writer: Writer = { ...style, pieces: [], length: 0, depth: 0 };
  writeValue(writer, value);
  return truncate(writer.pieces.join(""));
}

function put(writer: Writer, text: string): void {
  writer.pieces.push(text);
  writer.length += text.length;
}

function writeValue(writer: Writer, value: CelValue): void {
  const [start, end] = writer.isQuoted ? ["[", "]"] : ["", ""];
  if (isList(value)) {
    writeAll(
      writer,
      [start, end],
      value.map((item) => [item]),
    );
  } else if (value instanceof PartialList) {
    const items = value.open ? [...value.items, more] : value.items;
    writeAll(
      writer,
      [start, end],
      items.map((item) => [item]),
    );
  } else if (value instanceof PartialMap) {
    writeAll(writer, ["{", "}"], [...entriesOf(value.seen), [more]]);
  } else if (kindOf(value) === "map") {
    writeAll(writer, ["{", "}"], entriesOf(value));
  } else put(writer, textOf(writer, value));
}

/** Stands for what a list or map may hold beyond what was seen. */
const more: CelValue = new TypeName("…");

/** Writes elements, or keys with values, between two signs. */
function writeAll(
  writer: Writer,
  [start, end]: readonly string[],
  entries: readonly (readonly CelValue[])[],
): void {
  put(writer, start ?? "");
  writer.depth++;
  for (const [index, [key = null, value]] of entries.entries()) {
    if (writer.length > MESSAGE_LENGTH_MAX || writer.depth > VALUE_DEPTH_MAX) break;
    if (index > 0) put(writer, ", ");
    writeValue(writer, key);
    if (value === undefined) continue;
    put(writer, ": ");
    writeValue(writer, value);
  }
  writer.depth--;
  put(writer, end ?? "");
}

function textOf({ describe, isQuoted }: Style, value: CelValue): string {
  if (typeof value === "string") return isQuoted ? JSON.stringify(value) : value;
  if (value === null) return isQuoted ? "null" : "absent";
  if (value instanceof Unknown) return textOfUnknown(value, describe);
  if (value instanceof CelError) return `error (${value.message})`;
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeName) return value.name;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return String(numericOf(value) ?? value);
}

function textOfUnknown({ causes }: Unknown, describe: DescribeCause): string {
  const details = [...new Set(causes.map(describe))];
  return details.length === 0 ? "unknown" : `unknown (${details.join(", ")})`;
}
