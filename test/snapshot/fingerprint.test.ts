import { describe, expect, it } from "vitest";
import { fingerprintOf, keyedDigest } from "../../src/snapshot/fingerprint.ts";

const key = { id: "k1", bytes: Uint8Array.from({ length: 32 }, (_, index) => index) };
const credential = { host: "ghcr.io", kind: "basic", user: "bot", secret: "s3crét" } as const;

describe("fingerprintOf", () => {
  it("is HMAC-SHA256 over the version, the label and the parts with their lengths", () => {
    // Computed apart from this code: "v1\\0", then each of credential, ghcr.io, basic, bot, s3crét with its length in 8 bytes.
    expect(fingerprintOf(key, credential)).toEqual({
      alg: "hmac-sha256/v1",
      keyId: "k1",
      value: "ef4243bdc80a753a1cbd1a9deefec379ca1c14872d32c5d5416d2ecd0d4cbd89",
    });
  });

  it.each([
    { change: { host: "ghcr.io:443" } },
    { change: { kind: "identityToken" } as const },
    { change: { user: "bots" } },
    { change: { secret: "s3cret" } },
    { change: { user: "bots", secret: "3crét" } },
  ])("differs after $change", ({ change }) => {
    expect(fingerprintOf(key, { ...credential, ...change }).value).not.toBe(
      fingerprintOf(key, credential).value,
    );
  });
});

describe("keyedDigest", () => {
  it.each([
    {
      label: "a",
      parts: ["b", "c"],
      other: { label: "a", parts: ["bc", ""] },
      why: "parts are cut elsewhere",
    },
    { label: "a", parts: ["b"], other: { label: "ab", parts: [] }, why: "the label is longer" },
    { label: "a", parts: ["b"], other: { label: "c", parts: ["b"] }, why: "the label is another" },
    { label: "a", parts: [], other: { label: "a", parts: [""] }, why: "an empty part is there" },
  ])("differs when $why", ({ label, parts, other }) => {
    expect(keyedDigest(key, label, parts)).not.toBe(keyedDigest(key, other.label, other.parts));
  });

  it("depends on the key's bytes and not on its name", () => {
    const digest = keyedDigest(key, "a", ["b"]);
    expect(keyedDigest({ ...key, id: "k2" }, "a", ["b"])).toBe(digest);
    expect(keyedDigest({ ...key, bytes: new Uint8Array(32) }, "a", ["b"])).not.toBe(digest);
  });
});
