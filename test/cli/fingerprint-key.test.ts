import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileReader } from "../../src/cli/file-reader.ts";
import { randomFingerprintKey, readFingerprintKey } from "../../src/cli/fingerprint-key.ts";
import { folderOf } from "../support/folder.ts";

describe("readFingerprintKey", () => {
  const read = (bytes: Uint8Array) =>
    readFingerprintKey(join(folderOf({ key: bytes }), "key"), createFileReader());

  it("names equal keys alike and other keys otherwise, whatever their bytes", () => {
    const one = read(new Uint8Array(32));
    const again = read(new Uint8Array(32));
    const other = read(new Uint8Array(32).fill(255));
    if (!one.ok || !again.ok || !other.ok) throw new Error("a key was refused");
    expect(one.value.id).toMatch(/^k-[0-9a-f]{8}$/);
    expect(again.value.id).toBe(one.value.id);
    expect(other.value.id).not.toBe(one.value.id);
  });

  it("refuses a key that could be guessed", () => {
    expect(read(new Uint8Array(31))).toMatchObject({
      ok: false,
      problems: [{ code: "USAGE_INVALID", message: "the fingerprint key has only 31 bytes" }],
    });
  });
});

describe("randomFingerprintKey", () => {
  it("is another one each time", () => {
    expect(randomFingerprintKey().id).not.toBe(randomFingerprintKey().id);
    expect(randomFingerprintKey().bytes).toHaveLength(32);
  });
});
