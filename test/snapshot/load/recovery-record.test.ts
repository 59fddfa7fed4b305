import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecoveryRecord } from "../../../src/engine/facts/node/recovery-record.ts";
import { tellRecoveryRecord } from "../../../src/snapshot/load/recovery-record.ts";
import { writeSnapshot } from "../../../src/snapshot/write-snapshot.ts";
import { node, profileWith, snapshotOf } from "./load-support.ts";

const secret = "hunter2hunter2hunter2";
const digest = (text: string) =>
  text.startsWith("digest:") ? text : `digest:${"0".repeat(16 - (text.length % 9))}`;
const tell = (value: unknown) =>
  tellRecoveryRecord(typeof value === "string" ? value : JSON.stringify(value), { digest });

const record = {
  v: 1,
  owner: "4384f07cc5a864b0-gh1.1-2-3",
  uid: "uid-1",
  phase: "rollback-safe",
  desiredRevision: "a".repeat(64),
  wasCordoned: 0,
  initialTaints: [{ key: "example.dev/dedicated", value: "x", effect: "NoSchedule" }],
};

describe("a recovery record", () => {
  it("survives whole, in one order of its keys", () => {
    const told = tell(record);
    expect(JSON.parse(told)).toEqual(record);
    expect(tell(Object.fromEntries(Object.entries(record).reverse()))).toBe(told);
    expect(readRecoveryRecord(told)).toMatchObject({ owner: record.owner, phase: record.phase });
  });

  it.each([
    {
      given: { ...record, note: secret },
      problem: /keys that version 1 does not know/,
      why: "a key more",
    },
    {
      given: { ...record, [secret]: 1 },
      problem: /keys that version 1/,
      why: "a key that is a secret",
    },
    {
      given: { ...record, initialTaints: { [secret]: 1 } },
      problem: /no list/,
      why: "a map for taints",
    },
    {
      given: { ...record, owner: { a: secret } },
      problem: /`owner` is no text/,
      why: "a map for an owner",
    },
    { given: { ...record, uid: [secret] }, problem: /`uid` is no text/, why: "a list for a uid" },
    {
      given: { ...record, wasCordoned: secret },
      problem: /neither 0 nor 1/,
      why: "a text for a number",
    },
    {
      given: { ...record, wasCordoned: true },
      problem: /neither 0 nor 1/,
      why: "a boolean for a number",
    },
    { given: { ...record, v: 1.5 }, problem: /version is not 1/, why: "half a version" },
    { given: secret, problem: /no JSON object/, why: "no JSON at all" },
    { given: JSON.stringify([secret]), problem: /no JSON object/, why: "a list" },
    { given: '{"__proto__":{"v":1}}', problem: /version is not 1/, why: "a prototype" },
    { given: "[".repeat(100_000), problem: /no JSON object/, why: "depth without end" },
  ])("stays invalid, and tells nothing else, with $why", ({ given, problem }) => {
    const told = tell(given);
    expect(readRecoveryRecord(told)).toMatch(problem);
    // A text in a known field reads as a name: what stands there is an identity, and is told.
    if (problem.source !== "neither 0 nor 1") expect(told).not.toContain(secret);
  });

  it("drops what a taint does not have, and digests what is no name", () => {
    const taints = [{ key: "a b", effect: "NoSchedule", note: secret, timeAdded: "x" }, secret];
    const told = JSON.parse(tell({ ...record, initialTaints: taints }));
    expect(told.initialTaints).toEqual([{ key: digest("a b"), effect: "NoSchedule" }, null]);
  });

  it("is told as it was told", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const told = tell(text);
        expect(tell(told)).toBe(told);
      }),
    );
  });

  it("keeps its annotation through a snapshot that is read again, and nothing beside it", () => {
    const key = "platform.example/recovery";
    const profile = profileWith({});
    const named = {
      ...profile,
      spec: {
        ...profile.spec,
        nodes: { ownership: { owner: "platform.example/owner", recovery: key } },
      },
    };
    const annotations = { [key]: JSON.stringify({ ...record, note: secret }) };
    const given = JSON.stringify(node("w-1", "10.0.0.11", { annotations }));
    const snapshot = snapshotOf({ files: { "n.json": given }, profile: named });
    const told = snapshot.objects["v1/Node//w-1"]?.metadata.annotations?.[key] ?? "";
    expect(readRecoveryRecord(told)).toMatch(/does not know/);
    const text = writeSnapshot(snapshot);
    expect(text).not.toContain(secret);
    expect(writeSnapshot(snapshotOf({ files: { "s.json": text }, profile: named }))).toBe(text);
  });
});

describe("a Lease", () => {
  it("keeps who holds it and since when, and nothing else", () => {
    const lease = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "roll", namespace: "flux-system", uid: "u1" },
      spec: {
        holderIdentity: "run-7",
        leaseDurationSeconds: 120,
        renewTime: "2026-08-06T11:59:00.000000Z",
        acquireTime: { a: secret },
        preferredHolder: `not a name ${secret}`,
        note: secret,
      },
    };
    const snapshot = snapshotOf({ files: { "l.json": JSON.stringify(lease) } });
    const object = snapshot.objects["coordination.k8s.io/v1/Lease/flux-system/roll"];
    expect(object?.spec).toEqual({
      holderIdentity: "run-7",
      leaseDurationSeconds: 120,
      preferredHolder: expect.stringMatching(/^digest:/),
      renewTime: "2026-08-06T11:59:00.000000Z",
    });
    expect(JSON.stringify(snapshot)).not.toContain(secret);
  });
});
