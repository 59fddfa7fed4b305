// What every fixture is made of: derived identifiers, instants, and the two ways tools print an object.
// Nothing here reads a clock or a random source, so the same story always gives the same bytes.
import { createHash } from "node:crypto";

export function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** A UUID that belongs to `name`, with the version and variant bits of a random one. */
export function uuid(name) {
  const hex = sha256(`uuid/${name}`);
  const variant = "89ab"[Number.parseInt(hex[16], 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** Bytes that belong to `name`: as good as random to look at, the same every time. */
export function bytes(name, length) {
  let all = Buffer.alloc(0);
  for (let block = 0; all.length < length; block += 1) {
    all = Buffer.concat([all, Buffer.from(sha256(`${name}/${block}`), "hex")]);
  }
  return all.subarray(0, length);
}

/** A 64 digit digest of which only the start is known. */
export function digestFrom(prefix, name) {
  return `${prefix}${sha256(`digest/${name}`).slice(prefix.length)}`;
}

/** A small number in [0, limit) that belongs to `name`. */
export function pick(name, limit) {
  return Number.parseInt(sha256(`pick/${name}`).slice(0, 8), 16) % limit;
}

/** `length` letters of `alphabet` that belong to `name`. */
export function letters(name, alphabet, length) {
  return [...bytes(`letters/${name}`, length)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join("");
}

export function base64(text) {
  return Buffer.from(text, "utf8").toString("base64");
}

/** The instant `seconds` after `instant`, as the API server writes it. */
export function after(instant, seconds) {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** A resource version that grows with time. */
export function resourceVersion(instant) {
  return String(180_000_000 + Math.floor((Date.parse(instant) - Date.UTC(2026, 6, 1)) / 200));
}

/** As `kubectl get … -o json` prints: keys sorted, two spaces. */
export function kubectlJson(object) {
  return `${JSON.stringify(sorted(object), null, 2)}\n`;
}

export function list(items) {
  return { apiVersion: "v1", items, kind: "List", metadata: { resourceVersion: "" } };
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

export function indent(text, spaces) {
  return text.replace(/^(?=.)/gm, " ".repeat(spaces));
}
