import { type Int, toInt, toUint } from "./integers.ts";

/** Reads a signed integer in decimal digits; undefined for any other text and beyond 64 bits. */
export function readInt(text: string): Int | undefined {
  return /^[+-]?\d{1,20}$/.test(text) ? toInt(BigInt(text.replace("+", ""))) : undefined;
}

/** Reads an unsigned integer in decimal digits; undefined for any other text and beyond 64 bits. */
export function readUint(text: string): bigint | undefined {
  return /^\d{1,20}$/.test(text) ? toUint(BigInt(text)) : undefined;
}

/** Reads a double as Go does, infinities and NaN among them, in decimal only. */
export function readDouble(text: string): number | undefined {
  const isPlain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  if (isPlain) return Number(text);
  const special = /^([+-]?)(?:(nan)|inf|infinity)$/i.exec(text);
  if (special === null) return undefined;
  const [, sign, nan] = special;
  return Number(nan === undefined ? `${sign}Infinity` : "NaN");
}

/** Writes a double as Go's `%g` does with the fewest digits that read back the same. */
export function formatDouble(value: number): string {
  if (Number.isFinite(value)) return String(value).replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isNaN(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
}

/** Reads the words for true and false that Go reads. */
export function readBool(text: string): boolean | undefined {
  if (/^(?:1|t|true|TRUE|True)$/.test(text)) return true;
  return /^(?:0|f|false|FALSE|False)$/.test(text) ? false : undefined;
}
