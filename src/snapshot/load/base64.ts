const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const sextets: ReadonlyMap<string, number> = new Map(
  [...alphabet].map((char, index) => [char, index]),
);

/** Decodes padded base64 (RFC 4648 §4) to UTF-8 text, line wraps allowed; undefined if it is not that. */
export function decodeBase64Text(text: string): string | undefined {
  const packed = text.replaceAll(/[\t\n\r ]/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(packed));
  } catch {
    return undefined;
  }
}

function bytesOf(packed: string): Uint8Array {
  const digits = packed.replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let pending = 0;
  let bits = 0;
  let length = 0;
  for (const digit of digits) {
    pending = ((pending << 6) | (sextets.get(digit) ?? 0)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (pending >> bits) & 0xff;
    length += 1;
  }
  return bytes;
}
