import {
  Duration,
  formatSeconds,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
  timestampOf,
} from "../../time/time.ts";
import { kindOf, numericOf } from "../kinds.ts";
import { toInt, toUint } from "../numbers.ts";
import type { ScalarKind, ValueKind } from "../type.ts";
import { CelDouble, CelError, type CelErrorCode, type CelValue, TypeName } from "../value.ts";
import { functionOf, type Overload } from "./overload.ts";

type Kind = Exclude<ScalarKind, "dyn">;

/** A conversion; it gives undefined where there is no such value. */
function conversion(
  to: Kind,
  from: Kind,
  convert: (value: CelValue) => CelValue | undefined,
  mayFail?: CelErrorCode,
): Overload {
  const failure = new CelError(mayFail ?? "InvalidArgument", `${from} cannot be read as ${to}`);
  const apply: Overload["apply"] = ([value = null]) => convert(value) ?? failure;
  return { ...functionOf(to, [from], to), ...(mayFail === undefined ? {} : { mayFail }), apply };
}

/** A reading of texts, some of which cannot be read. */
function reading(to: Kind, read: (text: string) => CelValue | undefined): Overload {
  return conversion(to, "string", (value) => read(String(value)), "InvalidArgument");
}

const numberOf = (value: CelValue): number => Number(numericOf(value) ?? Number.NaN);
const bigOf = (value: CelValue): bigint => BigInt(numericOf(value) ?? 0);
const toDouble = (value: CelValue): CelDouble => new CelDouble(numberOf(value));

/** The whole part of a double that is within some bounds, both excluded. */
function wholePart(value: CelValue, above: number, below: number): bigint | undefined {
  const number = numberOf(value);
  return number > above && number < below ? BigInt(Math.trunc(number)) : undefined;
}

/** Within ±2^63, both excluded, as in cel-go. */
function intOfDouble(value: CelValue): CelValue | undefined {
  const whole = wholePart(value, -(2 ** 63), 2 ** 63);
  return whole === undefined ? undefined : toInt(whole);
}

function uintOfDouble(value: CelValue): CelValue | undefined {
  const whole = numberOf(value) === 0 ? 0n : wholePart(value, 0, 2 ** 64);
  return whole === undefined ? undefined : toUint(whole);
}

function intOfText(text: string): CelValue | undefined {
  return /^[+-]?\d{1,20}$/.test(text) ? toInt(BigInt(text.replace("+", ""))) : undefined;
}

function uintOfText(text: string): CelValue | undefined {
  return /^\d{1,20}$/.test(text) ? toUint(BigInt(text)) : undefined;
}

function doubleOfText(text: string): CelValue | undefined {
  const isPlain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  if (isPlain) return new CelDouble(Number(text));
  const special = /^([+-]?)(?:(nan)|inf|infinity)$/i.exec(text);
  if (special === null) return undefined;
  const [, sign, nan] = special;
  return new CelDouble(Number(nan === undefined ? `${sign}Infinity` : "NaN"));
}

function boolOfText(text: string): boolean | undefined {
  if (/^(?:1|t|true|TRUE|True)$/.test(text)) return true;
  return /^(?:0|f|false|FALSE|False)$/.test(text) ? false : undefined;
}

function textOfDouble(value: CelValue): string {
  const number = numberOf(value);
  if (Number.isFinite(number)) return String(number).replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isNaN(number) ? "NaN" : number < 0 ? "-Inf" : "+Inf";
}

function textOfTime(value: CelValue): string | undefined {
  if (value instanceof Timestamp) return formatTimestamp(value);
  return value instanceof Duration ? formatSeconds(value) : undefined;
}

function textOfBytes(value: CelValue): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(value);
  } catch {
    // Such bytes are no UTF-8.
    return undefined;
  }
}

const typeNames: Partial<Record<ValueKind, string>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
};

/** Names that stand for types, with the type's own name. */
export const typeNamesInScope: ReadonlyMap<string, TypeName> = new Map(
  "bool bytes double int list map null_type string type uint google.protobuf.Timestamp google.protobuf.Duration"
    .split(" ")
    .map((name) => [name, new TypeName(name)]),
);

function typeOf(value: CelValue): TypeName {
  const kind = kindOf(value);
  return new TypeName(typeNames[kind] ?? kind);
}

const itself = (value: CelValue): CelValue => value;

export const conversionOverloads: readonly Overload[] = [
  conversion("int", "int", itself),
  conversion("int", "uint", (value) => toInt(bigOf(value)), "Overflow"),
  conversion("int", "double", intOfDouble, "Overflow"),
  conversion("int", "timestamp", (value) => (value instanceof Timestamp ? value.seconds : 0)),
  reading("int", intOfText),
  conversion("uint", "uint", itself),
  conversion("uint", "int", (value) => toUint(bigOf(value)), "Overflow"),
  conversion("uint", "double", uintOfDouble, "Overflow"),
  reading("uint", uintOfText),
  conversion("double", "double", itself),
  conversion("double", "int", toDouble),
  conversion("double", "uint", toDouble),
  reading("double", doubleOfText),
  conversion("string", "string", itself),
  conversion("string", "bool", String),
  conversion("string", "int", String),
  conversion("string", "uint", (value) => String(numericOf(value))),
  conversion("string", "double", textOfDouble),
  conversion("string", "bytes", textOfBytes, "InvalidArgument"),
  conversion("string", "timestamp", textOfTime),
  conversion("string", "duration", textOfTime),
  conversion("bytes", "bytes", itself),
  conversion("bytes", "string", (value) => new TextEncoder().encode(String(value))),
  conversion("bool", "bool", itself),
  reading("bool", boolOfText),
  conversion("timestamp", "timestamp", itself),
  conversion("timestamp", "int", (value) => timestampOf(bigOf(value) * 1_000_000_000n), "Overflow"),
  reading("timestamp", parseTimestamp),
  conversion("duration", "duration", itself),
  reading("duration", parseDuration),
  { ...functionOf("type", ["any"], "type"), apply: ([value = null]) => typeOf(value) },
];
