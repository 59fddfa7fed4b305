import type { CelType, ScalarKind } from "../../../src/cel/type.ts";
import { CelDouble, CelUint, type CelValue, TypeName } from "../../../src/cel/value.ts";
import { Duration, Timestamp } from "../../../src/time/time.ts";
import type { ProtoEntry, ProtoType, ProtoValue } from "./simple-test.ts";

// Data that is not understood throws, so that the test fails: it is never taken for something else.

/** A value of the official data as the core holds it. */
export function toValue(proto: ProtoValue): CelValue {
  if (Object.keys(proto).length !== 1) throw new Error(`not one value: ${said(proto)}`);
  if ("nullValue" in proto) return null;
  const value = scalarOf(proto) ?? containerOf(proto) ?? timeOf(proto);
  if (value === undefined) throw new Error(`no such value: ${said(proto)}`);
  return value;
}

function scalarOf(proto: ProtoValue): CelValue | undefined {
  const { int64Value, uint64Value, doubleValue, bytesValue, typeValue } = proto;
  if (int64Value !== undefined) return intOf(BigInt(int64Value));
  if (uint64Value !== undefined) return new CelUint(BigInt(uint64Value));
  // The texts "NaN", "Infinity" and "-Infinity" are the same in proto JSON and JavaScript.
  if (doubleValue !== undefined) return new CelDouble(Number(doubleValue));
  if (bytesValue !== undefined) return new Uint8Array(Buffer.from(bytesValue, "base64"));
  if (typeValue !== undefined) return new TypeName(typeValue);
  return proto.boolValue ?? proto.stringValue;
}

function containerOf({ listValue, mapValue }: ProtoValue): CelValue | undefined {
  if (listValue !== undefined) return (listValue.values ?? []).map(toValue);
  return mapValue && mapOf(mapValue.entries ?? []);
}

function intOf(value: bigint): CelValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** As a map literal makes it: a plain object if every key is text. */
function mapOf(entries: readonly ProtoEntry[]): CelValue {
  const map = new Map(entries.map(({ key, value }) => [toValue(key), toValue(value)]));
  const isRecord = [...map.keys()].every((key) => typeof key === "string");
  return isRecord ? Object.fromEntries(map) : map;
}

const span = /^(-?)(\d+)(?:\.(\d{1,9}))?s$/;
const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

function timeOf({ objectValue }: ProtoValue): CelValue | undefined {
  const { "@type": url, value } = objectValue ?? {};
  if (url === "type.googleapis.com/google.protobuf.Duration") {
    const [, sign, seconds, fraction] = span.exec(String(value)) ?? [];
    const unit = sign === "-" ? -1 : 1;
    return seconds && new Duration(unit * Number(seconds), unit * nanosOf(fraction));
  }
  if (url === "type.googleapis.com/google.protobuf.Timestamp") {
    const [, second, fraction] = instant.exec(String(value)) ?? [];
    return second && new Timestamp(Date.parse(`${second}Z`) / 1000, nanosOf(fraction));
  }
  return undefined;
}

function nanosOf(fraction = ""): number {
  return Number(fraction.padEnd(9, "0"));
}

const scalarKinds: Readonly<Record<string, ScalarKind>> = {
  BOOL: "bool",
  INT64: "int",
  UINT64: "uint",
  DOUBLE: "double",
  STRING: "string",
  BYTES: "bytes",
  TIMESTAMP: "timestamp",
  DURATION: "duration",
  "google.protobuf.Timestamp": "timestamp",
  "google.protobuf.Duration": "duration",
};

/** A type of the official data as the core has it. */
export function toType(proto: ProtoType): CelType {
  const { listType, mapType, abstractType } = proto;
  if (listType !== undefined) return { kind: "list", element: toType(listType.elemType) };
  if (mapType !== undefined) {
    return { kind: "map", key: toType(mapType.keyType), value: toType(mapType.valueType) };
  }
  const [inner] = abstractType?.parameterTypes ?? [];
  if (abstractType?.name === "optional_type" && inner !== undefined) {
    return { kind: "optional", value: toType(inner) };
  }
  if (abstractType !== undefined) {
    const parameters = (abstractType.parameterTypes ?? []).map(toType);
    return { kind: "opaque", name: abstractType.name, parameters };
  }
  if ("null" in proto) return { kind: "null" };
  if ("dyn" in proto) return { kind: "dyn" };
  const kind = scalarKinds[proto.primitive ?? proto.wellKnown ?? proto.messageType ?? ""];
  if (kind === undefined) throw new Error(`no such type: ${said(proto)}`);
  return { kind };
}

function said(data: unknown): string {
  return JSON.stringify(data);
}
