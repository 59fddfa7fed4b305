/** A value of neither side: both are turned into this, and written as a CEL expression. */
export type Value =
  | { readonly kind: "null" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int" | "uint"; readonly value: bigint }
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "string" | "type"; readonly value: string }
  | { readonly kind: "bytes"; readonly value: Uint8Array }
  /** Nanoseconds, of a timestamp since 1970. */
  | { readonly kind: "timestamp" | "duration"; readonly value: bigint }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Value, Value])[] };

export const NANOS_PER_SECOND = 1_000_000_000n;

/**
 * Writes a value as CEL. The text is the same for the same value only, types, NaN, -0 and nanoseconds
 * included; the order of a map's keys does not matter.
 */
export function writeValue(value: Value): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "bool":
    case "int":
    case "type":
      return String(value.value);
    case "uint":
      return `${value.value}u`;
    case "double":
      return writeDouble(value.value);
    case "string":
      return writeString(value.value);
    case "bytes":
      return `b"${Array.from(value.value, (byte) => `\\x${hex(byte, 2)}`).join("")}"`;
    case "timestamp":
      return `timestamp("${timestampText(value.value)}")`;
    case "duration":
      return `duration("${durationText(value.value)}")`;
    case "list":
      return `[${value.items.map(writeValue).join(", ")}]`;
    case "map": {
      const entries = value.entries.map(([key, item]) => `${writeValue(key)}: ${writeValue(item)}`);
      return `{${entries.sort().join(", ")}}`;
    }
  }
}

function writeDouble(value: number): string {
  if (Number.isNaN(value)) return "(0.0 / 0.0)";
  if (!Number.isFinite(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** Written in ASCII, so that what looks the same is the same. */
function writeString(text: string): string {
  const written = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (code >= 0x20 && code < 0x7f) return character;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${written.join("")}"`;
}

function fractionText(nanos: bigint): string {
  const digits = String(nanos).padStart(9, "0").replace(/0+$/, "");
  return digits === "" ? "" : `.${digits}`;
}

export function timestampText(nanos: bigint): string {
  const fraction = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const date = new Date(Number((nanos - fraction) / 1_000_000n));
  // One side may make an instant that it should not.
  if (Number.isNaN(date.getTime())) return `${nanos} ns`;
  return `${date.toISOString().slice(0, 19)}${fractionText(fraction)}Z`;
}

export function durationText(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const text = `${size / NANOS_PER_SECOND}${fractionText(size % NANOS_PER_SECOND)}s`;
  return nanos < 0n ? `-${text}` : text;
}
