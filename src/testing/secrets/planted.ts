import fc from "fast-check";

/** Secrets of each kind that a cluster's files hold. */
export interface Planted {
  readonly user: string;
  readonly password: string;
  readonly identityToken: string;
  readonly wireguardKey: string;
  readonly caKey: string;
  /** What somebody wrote where it does not belong: into env, values, comments, outputs. */
  readonly literal: string;
}

/** So many characters in a row of a secret are a leak. */
const LEAK_LENGTH = 8;

/** Random enough that eight in a row are nobody else's words. */
const secretText = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHJKMNPQRSTUVWXYZghjkmnpqrstuvwxyz23456789"),
  minLength: 16,
  maxLength: 32,
});

export const planted: fc.Arbitrary<Planted> = fc
  .record<Planted>({
    user: secretText,
    password: secretText,
    identityToken: secretText,
    wireguardKey: secretText,
    caKey: secretText,
    literal: secretText,
  })
  .filter((each) => Object.values(each).every((secret) => new Set(secret).size > LEAK_LENGTH));

/** A leaked part of a secret or of its base64; undefined where there is none. */
export function findLeak(output: string, secrets: Planted): string | undefined {
  const { pieces, starts } = piecesOf(secrets);
  for (let at = 0; at + LEAK_LENGTH <= output.length; at += 1) {
    if (starts[startOf(output, at)] === 0) continue;
    const window = output.slice(at, at + LEAK_LENGTH);
    if (pieces.has(window)) return window;
  }
  return undefined;
}

interface Pieces {
  readonly pieces: ReadonlySet<string>;
  /** Which beginnings any of them has: outputs are long, and few places begin like a secret. */
  readonly starts: Uint8Array;
}

const STARTS = 1 << 16;

/** A number below STARTS for the first three letters. */
function startOf(text: string, at: number): number {
  const letters = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31;
  return (letters + text.charCodeAt(at + 2)) % STARTS;
}

const known = new WeakMap<Planted, Pieces>();

function piecesOf(secrets: Planted): Pieces {
  const found = known.get(secrets) ?? collectPieces(secrets);
  known.set(secrets, found);
  return found;
}

function collectPieces(secrets: Planted): Pieces {
  const pieces = new Set(formsOf(secrets).flatMap(windowsOf));
  const starts = new Uint8Array(STARTS);
  for (const piece of pieces) starts[startOf(piece, 0)] = 1;
  return { pieces, starts };
}

/** As they are, in base64 by themselves, and in base64 behind something: three alignments in all. */
function formsOf(secrets: Planted): readonly string[] {
  const values = [...Object.values(secrets), `${secrets.user}:${secrets.password}`];
  return values.flatMap((value) => [value, ...[0, 1, 2].map((pad) => encodedBehind(value, pad))]);
}

/** Base64 of the value behind so many bytes, without the letters that depend on what stands around it. */
function encodedBehind(value: string, pad: number): string {
  const encoded = btoa(" ".repeat(pad) + value).replace(/=+$/, "");
  return encoded.slice(pad === 0 ? 0 : pad + 1, -1);
}

function windowsOf(form: string): readonly string[] {
  return Array.from({ length: Math.max(0, form.length - LEAK_LENGTH + 1) }, (_, at) =>
    form.slice(at, at + LEAK_LENGTH),
  );
}
