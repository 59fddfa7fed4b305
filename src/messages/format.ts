import { entriesOf } from "../cel/equality.ts";
import { kindOf, listOf, numericOf } from "../cel/kinds.ts";
import { VALUE_DEPTH_MAX } from "../cel/limits.ts";
import {
  CelError,
  CelOptional,
  type CelValue,
  PartialMap,
  TypeName,
  Unknown,
  type UnknownCause,
} from "../cel/value.ts";
import { Duration, formatDuration, formatTimestamp, Timestamp } from "../time/time.ts";
import { MESSAGE_LENGTH_MAX } from "./limits.ts";

/** Says why something is unknown, such as `Forbidden: talos`. */
export type DescribeCause = (cause: UnknownCause) => string;

/** Writes a value for traces: texts are quoted, lists and maps look as in an expression. */
export function formatValue(value: CelValue, describe: DescribeCause = nameOf): string {
  return write({ describe, isQuoted: true, listSigns: ["[", "]"] }, value);
}

/** Writes a value for people: texts as they are, `absent` for null, lists with commas. */
export function formatForMessage(value: CelValue, describe: DescribeCause = nameOf): string {
  return write({ describe, isQuoted: false, listSigns: ["", ""] }, value);
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
  readonly listSigns: Signs;
}

type Signs = readonly [start: string, end: string];
type Entries = readonly (readonly CelValue[])[];

/** Writes a value; writing stops when the text is too long. */
function write(style: Style, value: CelValue): string {
  let text = "";
  let depth = 0;
  const put = (each: CelValue): void => {
    const entries = entriesIn(each);
    if (entries === undefined) text += textOf(style, each);
    else putAll(entries, signsOf(each, style));
  };
  const putAll = (entries: Entries, [start, end]: Signs): void => {
    text += start;
    depth++;
    for (const [index, [first = null, second]] of entries.entries()) {
      if (text.length > MESSAGE_LENGTH_MAX || depth > VALUE_DEPTH_MAX) break;
      if (index > 0) text += ", ";
      put(first);
      if (second === undefined) continue;
      text += ": ";
      put(second);
    }
    depth--;
    text += end;
  };
  put(value);
  return truncate(text);
}

function signsOf(value: CelValue, { listSigns }: Style): Signs {
  if (value instanceof CelOptional) return ["optional.of(", ")"];
  return kindOf(value) === "map" ? ["{", "}"] : listSigns;
}

/** The elements of a list, or the keys of a map with their values; undefined for anything else. */
function entriesIn(value: CelValue): Entries | undefined {
  const list = listOf(value);
  if (list !== undefined) {
    return [...list.items, ...(list.open ? [more] : [])].map((item) => [item]);
  }
  if (value instanceof PartialMap) return [...entriesOf(value.seen), [more]];
  if (value instanceof CelOptional && value.value !== undefined) return [[value.value]];
  return kindOf(value) === "map" ? entriesOf(value) : undefined;
}

/** Stands for what a list or map may hold beyond what was seen. */
const more: CelValue = new TypeName("…");

function textOf({ describe, isQuoted }: Style, value: CelValue): string {
  if (typeof value === "string") return isQuoted ? JSON.stringify(value) : value;
  if (value === null) return isQuoted ? "null" : "absent";
  if (value instanceof Unknown) return textOfUnknown(value, describe);
  if (value instanceof CelError) return `error (${value.message})`;
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeName) return value.name;
  if (value instanceof CelOptional) return "optional.none()";
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return String(numericOf(value) ?? value);
}

function textOfUnknown({ causes }: Unknown, describe: DescribeCause): string {
  const details = [...new Set(causes.map(describe))];
  return details.length === 0 ? "unknown" : `unknown (${details.join(", ")})`;
}
