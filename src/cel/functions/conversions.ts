import { formatSeconds, parseDuration } from "../duration.ts";
import { kindOf, type ValueKind } from "../kinds.ts";
import { numericOf, toInt, toUint } from "../numbers.ts";
import { Duration, formatTimestamp, parseTimestamp, Timestamp, timestampOf } from "../time.ts";
import type { ScalarKind } from "../type.ts";
import { CelDouble, CelError, type CelErrorCode, type CelValue, TypeName } from "../value.ts";
import type { Overload } from "./overload.ts";

/** A conversion gives undefined where there is no such value. */
type Convert = (value: CelValue) => CelValue | undefined;

function conversion(
  to: ScalarKind,
  from: ValueKind,
  convert: Convert,
  code?: CelErrorCode,
): Overload {
  return {
    name: to,
    isMethod: false,
    parameters: [from],
    result: { kind: to },
    ...(code === undefined ? {} : { mayFail: code }),
    apply: ([value = null]) =>
      convert(value) ?? new CelError(code ?? "InvalidArgument", `${from} cannot be read as ${to}`),
  };
}

const same: Convert = (value) => value;
const textOf = (value: CelValue): string => (typeof value === "string" ? value : "");
const bigOf = (value: CelValue): bigint => BigInt(numericOf(value) ?? 0);

/** The whole part of a double, if it is within ±2^63 (both excluded, as in cel-go) or 0 to 2^64. */
function wholePart(value: CelValue): bigint | undefined {
  const number = Number(numericOf(value) ?? Number.NaN);
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
}

function intOfDouble(value: CelValue): CelValue | undefined {
  const whole = wholePart(value);
  return whole === undefined || whole === -(1n << 63n) ? undefined : toInt(whole);
}

function uintOfDouble(value: CelValue): CelValue | undefined {
  const whole = wholePart(value);
  return whole === undefined || Number(numericOf(value)) < 0 ? undefined : toUint(whole);
}

function intOfText(value: CelValue): CelValue | undefined {
  return /^[+-]?\d{1,20}$/.test(textOf(value))
    ? toInt(BigInt(textOf(value).replace("+", "")))
    : undefined;
}

function uintOfText(value: CelValue): CelValue | undefined {
  return /^\d{1,20}$/.test(textOf(value)) ? toUint(BigInt(textOf(value))) : undefined;
}

function doubleOfText(value: CelValue): CelValue | undefined {
  const text = textOf(value);
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    return new CelDouble(Number(text));
  const special = /^([+-]?)(?:(nan)|inf|infinity)$/i.exec(text);
  if (special === null) return undefined;
  if (special[2] !== undefined) return new CelDouble(Number.NaN);
  return new CelDouble(special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

function boolOfText(value: CelValue): boolean | undefined {
  if (/^(?:1|t|true|TRUE|True)$/.test(textOf(value))) return true;
  return /^(?:0|f|false|FALSE|False)$/.test(textOf(value)) ? false : undefined;
}

function textOfDouble(value: CelValue): string {
  const number = Number(numericOf(value));
  if (Number.isFinite(number)) return String(number).replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isNaN(number) ? "NaN" : number < 0 ? "-Inf" : "+Inf";
}

function textOfBytes(value: CelValue): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
  const again = new TextEncoder().encode(text);
  // Decoding replaces what is no UTF-8; such bytes are no text.
  const isSame =
    again.length === value.length && again.every((byte, index) => byte === value[index]);
  return isSame ? text : undefined;
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

const secondsOf = (value: CelValue): bigint => bigOf(value) * 1_000_000_000n;

export const conversionOverloads: readonly Overload[] = [
  conversion("int", "int", same),
  conversion("int", "uint", (value) => toInt(bigOf(value)), "Overflow"),
  conversion("int", "double", intOfDouble, "Overflow"),
  conversion("int", "string", intOfText, "InvalidArgument"),
  conversion("int", "timestamp", (value) => (value instanceof Timestamp ? value.seconds : 0)),
  conversion("uint", "uint", same),
  conversion("uint", "int", (value) => toUint(bigOf(value)), "Overflow"),
  conversion("uint", "double", uintOfDouble, "Overflow"),
  conversion("uint", "string", uintOfText, "InvalidArgument"),
  conversion("double", "double", same),
  conversion("double", "int", (value) => new CelDouble(Number(numericOf(value)))),
  conversion("double", "uint", (value) => new CelDouble(Number(numericOf(value)))),
  conversion("double", "string", doubleOfText, "InvalidArgument"),
  conversion("string", "string", same),
  conversion("string", "bool", String),
  conversion("string", "int", String),
  conversion("string", "uint", (value) => String(numericOf(value))),
  conversion("string", "double", textOfDouble),
  conversion("string", "bytes", textOfBytes, "InvalidArgument"),
  conversion("string", "timestamp", (value) =>
    value instanceof Timestamp ? formatTimestamp(value) : undefined,
  ),
  conversion("string", "duration", (value) =>
    value instanceof Duration ? formatSeconds(value) : undefined,
  ),
  conversion("bytes", "bytes", same),
  conversion("bytes", "string", (value) => new TextEncoder().encode(textOf(value))),
  conversion("bool", "bool", same),
  conversion("bool", "string", boolOfText, "InvalidArgument"),
  conversion("timestamp", "timestamp", same),
  conversion("timestamp", "string", (value) => parseTimestamp(textOf(value)), "InvalidArgument"),
  conversion("timestamp", "int", (value) => timestampOf(secondsOf(value)), "Overflow"),
  conversion("duration", "duration", same),
  conversion("duration", "string", (value) => parseDuration(textOf(value)), "InvalidArgument"),
  {
    name: "type",
    isMethod: false,
    parameters: ["any"],
    result: { kind: "type" },
    apply: ([value = null]) => typeOf(value),
  },
];
