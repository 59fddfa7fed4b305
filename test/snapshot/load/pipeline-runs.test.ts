import { describe, expect, it } from "vitest";
import { placesOf, snapshotOf } from "./load-support.ts";
import { profileOf, run, steps } from "./pipeline-support.ts";

describe("one job of several", () => {
  const named = (job?: string) =>
    profileOf({
      ...(job === undefined ? {} : { job }),
      requiredSteps: [{ id: "cluster_update", title: "Update cluster" }],
    });
  const heal = { ...run("skipped").jobs[0], name: "heal" };
  const both = { conclusion: "failure", jobs: [run("success").jobs[0], heal] };
  const read = (value: object, job?: string) =>
    snapshotOf({ files: { "r.json": JSON.stringify(value) }, profile: named(job) });

  it("is the one that the profile names, with its conclusion", () => {
    expect(read(both, "deploy").pipeline).toEqual({
      conclusion: "success",
      steps: { cluster_update: { conclusion: "success", durationMs: 2000 } },
    });
    expect(read(both).pipeline).toMatchObject({
      conclusion: "failure",
      steps: { cluster_update: { contradictory: true } },
    });
  });

  it("is not in the run: then its steps are not", () => {
    const { pipeline, gaps } = read(both, "other");
    expect({ pipeline, gaps }).toEqual({ pipeline: { steps: {} }, gaps: undefined });
  });

  it("was skipped as a whole: then so was each step", () => {
    const skipped = { name: "deploy", conclusion: "skipped", status: "completed", steps: [] };
    expect(read({ conclusion: "success", jobs: [skipped] }, "deploy").pipeline).toEqual({
      conclusion: "skipped",
      steps: { cluster_update: { conclusion: "skipped" } },
    });
  });

  it("is told by the first column of a log of all jobs", () => {
    const line = (job: string, result: string) =>
      `${job}\tUNKNOWN STEP\t2026-08-06T16:58:41.1Z ##[end-action id=__self.cluster_update;outcome=${result};conclusion=${result}]\n`;
    const texts = { "l.log": line("deploy", "success") + line("heal", "skipped") };
    const stepsOf = (job?: string) => snapshotOf({ texts, profile: named(job) }).pipeline?.steps;
    expect(stepsOf("deploy")).toEqual({
      cluster_update: { outcome: "success", conclusion: "success" },
    });
    expect(stepsOf()).toEqual({ cluster_update: { contradictory: true } });
  });
});

describe("several runs", () => {
  const at = (day: number, extra: object = {}) => ({
    ...run("success"),
    databaseId: day,
    startedAt: `2026-08-0${day}T10:00:00Z`,
    ...extra,
  });
  const written = (...runs: readonly object[]) =>
    Object.fromEntries(runs.map((one, index) => [`${index}.json`, JSON.stringify(one)]));
  const manifest = (pipeline: object) => ({
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "SnapshotManifest",
    pipeline,
  });
  const seen = (...runs: readonly object[]) => {
    const { run: judged, earlier = [] } = snapshotOf({ files: written(...runs) }).pipeline ?? {};
    return { judged, earlier: earlier.map((one) => one.run) };
  };

  it.each<{ given: readonly object[]; judged?: string; earlier: string[]; why: string }>([
    { given: [at(2)], judged: "2", earlier: [], why: "there is one" },
    {
      given: [at(2), at(4), at(3)],
      judged: "4",
      earlier: ["2", "3"],
      why: "the one that started last",
    },
    {
      given: [at(2), at(2, { conclusion: "success" })],
      judged: "2",
      earlier: [],
      why: "one run twice is one",
    },
    {
      given: [at(2), at(3, { databaseId: 2, attempt: 2 })],
      judged: "2/2",
      earlier: ["2"],
      why: "a later attempt",
    },
    {
      given: [at(2), at(4), at(3), manifest({ run: "3" })],
      judged: "3",
      earlier: ["2"],
      why: "the manifest says which",
    },
    {
      given: [at(2), at(3), { conclusion: "success" }],
      judged: "3",
      earlier: ["2"],
      why: "what names no run is about the one that is judged",
    },
  ])("are parted where $why", ({ given, judged, earlier }) => {
    expect(seen(...given)).toEqual({ judged, earlier });
  });

  it("knows a run by the address of its jobs", () => {
    const url = "https://github.example/o/r/actions/runs/31109918420/job/1";
    const jobs = [{ ...run("success").jobs[0], url, startedAt: "2026-08-06T10:00:00Z" }];
    expect(seen({ conclusion: "success", jobs })).toEqual({ judged: "31109918420", earlier: [] });
  });

  it("does not take an earlier run for the one that results of steps are of", () => {
    const files = { ...written(at(2), at(3)), "s.json": JSON.stringify(steps("skipped")) };
    expect(placesOf({ files })).toEqual(["SNAPSHOT_AMBIGUOUS undefined:undefined:undefined"]);
    const told = { ...files, "m.json": JSON.stringify(manifest({ run: "9" })) };
    const { pipeline } = snapshotOf({ files: told });
    expect(pipeline).toMatchObject({
      run: "9",
      steps: { cluster_update: { outcome: "skipped" } },
      earlier: [{ run: "2" }, { run: "3" }],
    });
  });

  it("refuses manifests that name different runs", () => {
    expect(placesOf({ files: written(manifest({ run: "1" }), manifest({ run: "2" })) })).toEqual([
      expect.stringMatching(/^SNAPSHOT_AMBIGUOUS 1\.json/),
    ]);
  });

  it("are the same when a snapshot of them is read again, alone or beside one of them", () => {
    const once = snapshotOf({ files: written(at(2), at(3), at(4, { event: "merge_group" })) });
    const again = (...more: readonly object[]) => snapshotOf({ files: written(once, ...more) });
    expect(again()).toEqual(once);
    expect(again(at(3), at(4, { event: "merge_group" }))).toEqual(once);
    expect(again(at(5)).pipeline).toMatchObject({
      run: "5",
      earlier: [{ run: "2" }, { run: "3" }, { run: "4" }],
    });
  });

  it("tells an event, and that two records of one run name different ones", () => {
    const events = (...names: readonly string[]) =>
      snapshotOf({ files: written(...names.map((event) => at(2, { event }))) });
    expect(events("merge_group").pipeline?.event).toBe("merge_group");
    expect(events("s3cr3t!").pipeline?.event).toBeUndefined();
    const { pipeline, gaps } = events("push", "merge_group");
    expect({ event: pipeline?.event, gaps }).toEqual({
      event: undefined,
      gaps: [expect.objectContaining({ name: "event", reason: "Inconsistent" })],
    });
  });
});
