import type { Random } from "./random.ts";
import { allTypes, type ScalarName, type Type } from "./types.ts";
import { hex, NANOS_PER_SECOND, type Value, writeValue } from "./values.ts";

const ints: readonly bigint[] = [
  ...[0n, 1n, -1n, 2n, 3n, 7n, 59n, 1_000_000_007n, 2n ** 31n, -(2n ** 31n) - 1n, 2n ** 32n],
  ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 1n - 2n ** 53n, -(2n ** 53n), -(2n ** 53n) - 1n],
  ...[2n ** 63n - 1n, 2n ** 63n - 2n, -(2n ** 63n), 1n - 2n ** 63n, 2n ** 62n, 2n ** 62n + 1n],
];

const uints: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 7n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n],
  ...[2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 2n, 2n ** 64n - 1n],
];

const doubles: readonly number[] = [
  ...[0, -0, 1, -1, 2, 3, 0.5, -0.5, 0.1, 0.2, 1.5, -1.5, 2.5, 1e21, 123_456_789.125, 1e-7, 1e6],
  ...[1e308, -1e308, 5e-324, -5e-324, 2 ** -1022, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 53 + 2],
  ...[2 ** 63, -(2 ** 63), 2 ** 64, 2 ** 63 - 1024, Number.NaN, Infinity, -Infinity],
];

/** Names that are selected, and keys that are looked up. */
export const keys: readonly string[] = ["a", "b", "k"];

const texts: readonly string[] = [
  ...["", "a", "b", "k", "ab", "A", "aab", "é", "e\u0301", "😀", "a😀b", "😀😀", "👩‍💻", "ß", "İ"],
  ...['"', "'", "\\", '\\"', "`", "\n", "\r\n", "\t", "\0", "\x07\b\f\v", "\x7f", "\u0085", " x "],
  ...["\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}", "日本", "true", "T", "false", "0"],
  ...["1", "-1", "+1", "01", "1.5", "1e3", "NaN", "9223372036854775807", "18446744073709551616"],
  ...["2024-02-29T12:34:56.789Z", "2023-02-29T00:00:00Z", "1999-12-31T23:59:59+05:30", "1h30m"],
  ...["-1.5s", "1us", "0", "1d", "a,b,,c", "__proto__", "constructor", "toString"],
];

const SECONDS_MIN = -62_135_596_800n;
const SECONDS_MAX = 253_402_300_799n;

const instants: readonly bigint[] = [
  ...[0n, 1n, -1n, 999_999_999n, SECONDS_MIN * NANOS_PER_SECOND],
  SECONDS_MAX * NANOS_PER_SECOND + 999_999_999n,
  // 2024-02-29, the ends of 2023 and 1999, 1900-03-01, 1969-12-31.
  ...[1_709_208_000n, 1_704_067_199n, 946_684_799n, -2_203_891_200n, -1n].map(
    (seconds) => seconds * NANOS_PER_SECOND + 123_456_789n,
  ),
];

const spans: readonly bigint[] = [
  ...[0n, 1n, -1n, 1_500_000_000n, -1_500_000_000n, 999n, 5_400_000_000_000n, -86_400_000_000_000n],
  ...[2n ** 63n - 1n, -(2n ** 63n), 2n ** 62n, 3_153_600_000_000_000_000n],
];

const typeNames: readonly string[] = [
  ...["bool", "bytes", "double", "int", "list", "map", "null_type", "string", "type", "uint"],
  ...["google.protobuf.Timestamp", "google.protobuf.Duration"],
];

/** A whole number of up to that many bits: boundaries lie at every length. */
function wholeOf(random: Random, bits: number): bigint {
  const high = BigInt(random.below(2 ** 32));
  const whole = (high << 32n) | BigInt(random.below(2 ** 32));
  return whole >> BigInt(64 - 1 - random.below(bits));
}

function intOf(random: Random): bigint {
  if (!random.oneIn(3)) return random.pick(ints);
  if (!random.oneIn(3)) return BigInt(random.below(12) - 3);
  const size = wholeOf(random, 63);
  return random.oneIn(2) ? size : -size;
}

function doubleOf(random: Random): number {
  if (!random.oneIn(4)) return random.pick(doubles);
  const number = (random.below(2 ** 32) - 2 ** 31) / 2 ** random.below(40);
  return number * 10 ** (random.below(60) - 30);
}

function textOf(random: Random): string {
  if (random.oneIn(3)) return random.pick(keys);
  return random.oneIn(4) ? random.pick(texts) + random.pick(texts) : random.pick(texts);
}

function instantOf(random: Random): bigint {
  if (!random.oneIn(3)) return random.pick(instants);
  const seconds = SECONDS_MIN + (wholeOf(random, 62) % (SECONDS_MAX - SECONDS_MIN));
  return seconds * NANOS_PER_SECOND + BigInt(random.below(1_000_000_000));
}

function spanOf(random: Random): bigint {
  if (!random.oneIn(3)) return random.pick(spans);
  const size = wholeOf(random, 62);
  return random.oneIn(2) ? size : -size;
}

const scalarValue: Readonly<Record<ScalarName, (random: Random) => Value>> = {
  null: () => ({ kind: "null" }),
  bool: (random) => ({ kind: "bool", value: random.oneIn(2) }),
  int: (random) => ({ kind: "int", value: intOf(random) }),
  uint: (random) => ({
    kind: "uint",
    value: random.oneIn(3) ? wholeOf(random, 64) : random.pick(uints),
  }),
  double: (random) => ({ kind: "double", value: doubleOf(random) }),
  string: (random) => ({ kind: "string", value: textOf(random) }),
  bytes: (random) => {
    if (random.oneIn(2)) return { kind: "bytes", value: new TextEncoder().encode(textOf(random)) };
    const bytes = Array.from({ length: random.below(4) }, () => random.below(256));
    return { kind: "bytes", value: Uint8Array.from(bytes) };
  },
  timestamp: (random) => ({ kind: "timestamp", value: instantOf(random) }),
  duration: (random) => ({ kind: "duration", value: spanOf(random) }),
  type: (random) => ({ kind: "type", value: random.pick(typeNames) }),
};

/** Types that stand for `dyn`: scalars mostly, and null seldom. */
export function typeForDyn(random: Random): Type {
  const type = random.pick(allTypes);
  return type.kind === "dyn" || (type.kind === "null" && !random.oneIn(8))
    ? typeForDyn(random)
    : type;
}

/** A value of a type. */
export function generateValue(random: Random, type: Type): Value {
  const { kind, key, element } = type;
  if (kind === "dyn") return generateValue(random, typeForDyn(random));
  if (kind !== "list" && kind !== "map") return scalarValue[kind](random);
  const items = Array.from({ length: random.below(4) }, () => element ?? type);
  if (kind === "list") {
    return { kind, items: items.map((each) => generateValue(random, each)) };
  }
  const entries = new Map<string, readonly [Value, Value]>();
  for (const each of items) {
    const at = generateValue(random, key ?? type);
    entries.set(writeValue(at), [at, generateValue(random, each)]);
  }
  return { kind, entries: [...entries.values()] };
}

/** Writes a scalar in one of the ways that CEL has for it. */
export function writeLiteral(random: Random, value: Value): string {
  if (value.kind === "string") return writeText(random, value.value);
  if (value.kind === "int" || value.kind === "uint") {
    const sign = value.value < 0n ? "-" : "";
    const size = (value.value < 0n ? -value.value : value.value).toString(16);
    if (random.oneIn(8)) return `${sign}0x${size}${value.kind === "uint" ? "u" : ""}`;
  }
  return writeValue(value);
}

function writeText(random: Random, text: string): string {
  const isPlain = !/[\\\n\r'"]/.test(text);
  switch (random.below(6)) {
    case 0:
      return isPlain ? `'${text}'` : writeValue({ kind: "string", value: text });
    case 1:
      return isPlain ? `r"${text}"` : `'''${text.replace(/[\\'\r]/g, escapeOf)}'''`;
    case 2:
      return `"${text.replace(/[\s\S]/gu, escapeOf)}"`;
    case 3:
      return `"""${text.replace(/[\\"\r]/g, escapeOf)}"""`;
    default:
      return writeValue({ kind: "string", value: text });
  }
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\U${hex(code, 8)}`;
  if (code > 0xff) return `\\u${hex(code, 4)}`;
  return code % 2 === 0 ? `\\x${hex(code, 2)}` : `\\${code.toString(8).padStart(3, "0")}`;
}
