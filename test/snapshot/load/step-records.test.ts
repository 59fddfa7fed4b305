import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../../src/snapshot/parse-snapshot.ts";
import { writeSnapshot } from "../../../src/snapshot/write-snapshot.ts";
import { documentOf, placesOf, snapshotOf } from "./load-support.ts";

const recordsOf = (steps: unknown, file = "r.json") =>
  documentOf({ apiVersion: "fleetwarrant.dev/v1alpha1", kind: "StepRecords", steps }, file);

const stepped = {
  at: "2026-08-06T17:10:00Z",
  daemonSet: "kube-system/cilium",
  node: "w-1",
  revision: "7958bb8779",
};
const verified = {
  ...stepped,
  by: "octocat",
  checks: ["datapath"],
  result: "verified",
  verifiedAt: "2026-08-06T17:15:00Z",
};

describe("records of steps", () => {
  it("are kept as written, each once, whatever holds them and in whatever order", () => {
    const snapshot = documentOf(
      {
        apiVersion: "fleetwarrant.dev/v1alpha1",
        kind: "Snapshot",
        takenAt: "2026-08-06T17:20:00Z",
        objects: {},
        coverage: [],
        steps: [stepped],
      },
      "s.json",
    );
    const documents = [snapshot, recordsOf([verified, stepped]), recordsOf([verified], "q.json")];
    const joined = snapshotOf({ documents });
    expect(joined.steps).toEqual([verified, stepped]);
    expect(JSON.stringify(snapshotOf({ documents: [...documents].reverse() }))).toBe(
      JSON.stringify(joined),
    );
    const read = parseSnapshot(writeSnapshot(joined), "s.json");
    expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(joined));
  });

  it("may name a revision as the ControllerRevision is called", () => {
    const steps = [{ ...verified, revision: "cilium-7958bb8779" }];
    expect(snapshotOf({ documents: [recordsOf(steps)] }).steps).toEqual([verified]);
    const other = [{ ...verified, revision: "envoy-7958bb8779" }];
    expect(snapshotOf({ documents: [recordsOf(other)] }).steps).toEqual(other);
  });

  it("may be said to be none, which is more than to say nothing", () => {
    expect(snapshotOf({ documents: [recordsOf([])] }).steps).toEqual([]);
    expect(snapshotOf({ documents: [documentOf(null, "e.json")] }).steps).toBeUndefined();
  });

  it("may be checked in the instant in which they were taken", () => {
    const steps = [{ ...verified, verifiedAt: verified.at }];
    expect(snapshotOf({ documents: [recordsOf(steps)] }).steps).toEqual(steps);
  });

  it.each([
    {
      why: "it was checked a second before it was taken",
      steps: [{ ...verified, verifiedAt: "2026-08-06T17:09:59Z" }],
      problem: /^SNAPSHOT_TIME_INVALID r\.json:1:\d+$/,
    },
    {
      why: "the profile names another DaemonSet",
      steps: [{ ...stepped, daemonSet: "kube-system/other" }],
      problem: /^SNAPSHOT_UNRECOGNIZED r\.json:1:\d+$/,
    },
    {
      why: "it is bound to no revision",
      steps: [{ ...stepped, revision: undefined }],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "a result that nobody knows may be a failure",
      steps: [{ ...stepped, result: "ok" }],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "the day of the step does not exist",
      steps: [{ ...stepped, at: "2026-02-30T00:00:00Z" }],
      problem: /^SNAPSHOT_TIME_INVALID /,
    },
    {
      why: "the day of the check does not exist",
      steps: [{ ...verified, verifiedAt: "2026-02-30T00:00:00Z" }],
      problem: /^SNAPSHOT_TIME_INVALID /,
    },
    {
      why: "who did it is a name and no sentence",
      steps: [{ ...verified, by: "password: hunter2" }],
      problem: /^SNAPSHOT_INVALID /,
    },
    { why: "the list is lacking", steps: undefined, problem: /^SNAPSHOT_INVALID / },
  ])("are refused: $why", ({ steps, problem }) => {
    const places = placesOf({ documents: [recordsOf(steps)] });
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(problem);
  });
});
