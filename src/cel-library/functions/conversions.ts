import { charge, traversalCost } from "../../cel/code.ts";
import { numericOf } from "../../cel/kinds.ts";
import type { Overload } from "../../cel/overload.ts";
import type { ScalarKind } from "../../cel/type.ts";
import { typeOf } from "../../cel/type-names.ts";
import { CelDouble, CelError, type CelErrorCode, CelUint, type CelValue } from "../../cel/value.ts";
import { intOfDouble, toInt, toUint, uintOfDouble } from "../../numbers/integers.ts";
import {
  formatDouble,
  readBool,
  readDouble,
  readInt,
  readUint,
} from "../../numbers/number-text.ts";
import {
  Duration,
  formatSeconds,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
  timestampOf,
} from "../../time/time.ts";
import { functionOf } from "./signature.ts";

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

function boxUint(value: bigint | undefined): CelUint | undefined {
  return value === undefined ? undefined : new CelUint(value);
}

function boxDouble(value: number | undefined): CelDouble | undefined {
  return value === undefined ? undefined : new CelDouble(value);
}

function textOfTime(value: CelValue): string | undefined {
  if (value instanceof Timestamp) return formatTimestamp(value);
  return value instanceof Duration ? formatSeconds(value) : undefined;
}

const noUtf8 = new CelError("InvalidArgument", "bytes cannot be read as string");

const textOfBytes: Overload["apply"] = ([value], meter) => {
  if (!(value instanceof Uint8Array)) return noUtf8;
  if (!charge(meter, traversalCost(value.length))) return "";
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(value);
  } catch {
    return noUtf8;
  }
};

const itself = (value: CelValue): CelValue => value;

export const conversionOverloads: readonly Overload[] = [
  conversion("int", "int", itself),
  conversion("int", "uint", (value) => toInt(bigOf(value)), "Overflow"),
  conversion("int", "double", (value) => intOfDouble(numberOf(value)), "Overflow"),
  conversion("int", "timestamp", (value) => (value instanceof Timestamp ? value.seconds : 0)),
  reading("int", readInt),
  conversion("uint", "uint", itself),
  conversion("uint", "int", (value) => boxUint(toUint(bigOf(value))), "Overflow"),
  conversion("uint", "double", (value) => boxUint(uintOfDouble(numberOf(value))), "Overflow"),
  reading("uint", (text) => boxUint(readUint(text))),
  conversion("double", "double", itself),
  conversion("double", "int", toDouble),
  conversion("double", "uint", toDouble),
  reading("double", (text) => boxDouble(readDouble(text))),
  conversion("string", "string", itself),
  conversion("string", "bool", String),
  conversion("string", "int", String),
  conversion("string", "uint", (value) => String(numericOf(value))),
  conversion("string", "double", (value) => formatDouble(numberOf(value))),
  { ...functionOf("string", ["bytes"], "string"), mayFail: "InvalidArgument", apply: textOfBytes },
  conversion("string", "timestamp", textOfTime),
  conversion("string", "duration", textOfTime),
  conversion("bytes", "bytes", itself),
  conversion("bytes", "string", (value) => new TextEncoder().encode(String(value))),
  conversion("bool", "bool", itself),
  reading("bool", readBool),
  conversion("timestamp", "timestamp", itself),
  conversion("timestamp", "int", (value) => timestampOf(bigOf(value) * 1_000_000_000n), "Overflow"),
  reading("timestamp", parseTimestamp),
  conversion("duration", "duration", itself),
  reading("duration", parseDuration),
  { ...functionOf("type", ["any"], "type"), apply: ([value = null]) => typeOf(value) },
];
