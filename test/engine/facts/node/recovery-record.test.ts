import { describe, expect, it } from "vitest";
import { ownershipHolder } from "../../../../src/engine/facts/node/ownership-holder.ts";
import { ownershipPhase } from "../../../../src/engine/facts/node/ownership-phase.ts";
import { ownershipRecord } from "../../../../src/engine/facts/node/ownership-record.ts";
import { ownershipRecordProblem } from "../../../../src/engine/facts/node/ownership-record-problem.ts";
import { ownershipRun } from "../../../../src/engine/facts/node/ownership-run.ts";
import { type Edit, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";
import { held, owner, phase, record, recoveryRecord } from "./ownership-worlds.ts";

const without = (key: string): string => {
  const { [key]: _, ...rest } = JSON.parse(recoveryRecord());
  return JSON.stringify(rest);
};
const deleting: Edit = ({ worker }) => {
  worker.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
};

describe("a recovery record", () => {
  it.each<{ problem: string; json: string; edits?: readonly Edit[]; why: string }>([
    { problem: "absent", json: recoveryRecord(), why: "it has exactly the keys of version 1" },
    {
      problem: "absent",
      json: recoveryRecord({ initialTaints: [{ key: "x" }] }),
      why: "with taints",
    },
    { problem: "it is no JSON object", json: "nonsense", why: "it is no JSON" },
    { problem: "it is no JSON object", json: "[]", why: "it is a list" },
    { problem: "it is no JSON object", json: "null", why: "it is null" },
    { problem: "its version is not 1", json: recoveryRecord({ v: 2 }), why: "a later version" },
    {
      problem: "its version is not 1",
      json: recoveryRecord({ v: "1" }),
      why: "its version is text",
    },
    ...["desiredRevision", "initialTaints", "owner", "phase", "uid", "wasCordoned"].map((key) => ({
      problem: `it has no \`${key}\``,
      json: without(key),
      why: `it lacks ${key}`,
    })),
    {
      problem: "it has keys that version 1 does not know",
      json: recoveryRecord({ note: "x" }),
      why: "it has one key more",
    },
    { problem: "its `owner` is no text", json: recoveryRecord({ owner: "" }), why: "no owner" },
    { problem: "its `owner` is no text", json: recoveryRecord({ owner: 7 }), why: "owner 7" },
    { problem: "its `uid` is no text", json: recoveryRecord({ uid: null }), why: "uid is null" },
    {
      problem: "its `desiredRevision` is no revision",
      json: recoveryRecord({ desiredRevision: "a".repeat(63) }),
      why: "the revision is too short",
    },
    {
      problem: "its `wasCordoned` is neither 0 nor 1",
      json: recoveryRecord({ wasCordoned: false }),
      why: "it is a boolean: the script compares numbers",
    },
    {
      problem: "its `wasCordoned` is neither 0 nor 1",
      json: recoveryRecord({ wasCordoned: 2 }),
      why: "it is 2",
    },
    {
      problem: "its `initialTaints` are no list",
      json: recoveryRecord({ initialTaints: {} }),
      why: "taints are a map",
    },
    {
      problem: "its `phase` is none that version 1 knows",
      json: recoveryRecord({ phase: "done" }),
      why: "its phase is another",
    },
    {
      problem: "it names another owner than the Node's annotation",
      json: recoveryRecord({ owner: "run-8" }),
      why: "it is of another owner",
    },
    {
      problem: "it was written on another machine",
      json: recoveryRecord({ uid: "uid-9" }),
      why: "it is of another machine",
    },
    {
      problem: "its node is being deleted",
      json: recoveryRecord(),
      edits: [deleting],
      why: "the node is being deleted",
    },
    {
      problem: "it was written on another machine",
      json: recoveryRecord({ uid: "uid-9" }),
      edits: [deleting],
      why: "it is of another machine, though the node is being deleted",
    },
    {
      problem: "unknown: NotRead",
      json: recoveryRecord(),
      edits: [({ worker }) => delete worker.metadata.uid],
      why: "the node's uid was not read",
    },
    {
      problem: "unknown: NotRead",
      json: recoveryRecord(),
      edits: [({ worker }) => delete worker.metadata.uid, deleting],
      why: "the node's uid was not read, and the node is being deleted",
    },
  ])("has the problem `$problem` when $why", ({ json, edits = [], problem }) => {
    const subject = subjectOf(held({ ...owner("run-7"), ...record(json) }), ...edits);
    expect(inShort(ownershipRecordProblem, subject)).toBe(problem);
    const words: Record<string, string> = { absent: "valid", "unknown: NotRead": problem };
    expect(inShort(ownershipRecord, subject)).toBe(words[problem] ?? "invalid");
  });

  it("is none where the annotation is not there, or empty", () => {
    expect(inShort(ownershipRecord, subjectOf(held(owner("run-7"))))).toBe("none");
    expect(inShort(ownershipRecord, subjectOf(held(record(""))))).toBe("none");
  });
});

describe("who holds a node", () => {
  const holder = "4384f07cc5a864b0-gh17234567890.2-411-30211";
  it.each<{ is: readonly string[]; edits: readonly Edit[]; why: string }>([
    { is: ["absent", "absent", "absent"], edits: [], why: "nobody does" },
    {
      is: ["absent", "absent", "absent"],
      edits: [held(phase("mutating"))],
      why: "a phase without an owner means nothing",
    },
    {
      is: [holder, "claimed", "run 17234567890, attempt 2"],
      edits: [held({ ...owner(holder), ...phase("claimed") })],
      why: "its name refers to a run",
    },
    {
      is: ["4384f07cc5a864b0-local-411", "absent", "absent"],
      edits: [held(owner("4384f07cc5a864b0-local-411"))],
      why: "it was run by hand",
    },
    {
      is: ["nobody", "active", "absent"],
      edits: [held(record(recoveryRecord({ phase: "active" }))), held(phase("active"))],
      why: "only a record is there: the phase annotation is told, an invalid record's is not",
    },
    {
      is: ["run-7", "retain", "absent"],
      edits: [
        held({
          ...owner("run-7"),
          ...phase("mutating"),
          ...record(recoveryRecord({ phase: "retain" })),
        }),
      ],
      why: "a valid record tells how far it got",
    },
  ])("is $is when $why", ({ edits, is }) => {
    const subject = subjectOf(...edits);
    const facts = [ownershipHolder, ownershipPhase, ownershipRun];
    expect(facts.map((fact) => inShort(fact, subject))).toEqual(is);
  });
});
