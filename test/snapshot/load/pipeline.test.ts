import { describe, expect, it } from "vitest";
import { placesOf, snapshotOf } from "./load-support.ts";
import { profileOf, run, steps } from "./pipeline-support.ts";

const log =
  "2026-08-04T23:50:00.000Z ##[end-action id=__self.cluster_update;outcome=skipped;conclusion=skipped;duration_ms=123]\n" +
  "noise\n##[end-action id=__self.gate;outcome=success;...]\n";

function pipelineOf(files: Readonly<Record<string, unknown>>, texts = {}) {
  const written = Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)]);
  return snapshotOf({ files: Object.fromEntries(written), texts }).pipeline;
}

describe("pipeline", () => {
  it("knows a run's steps by their titles", () => {
    expect(pipelineOf({ "r.json": run("skipped") })).toEqual({
      conclusion: "success",
      steps: { cluster_update: { conclusion: "skipped", durationMs: 2000 } },
    });
  });

  it("takes no duration from a step that never ran", () => {
    const step = { startedAt: "0001-01-01T00:00:00Z", completedAt: "0001-01-01T00:00:00Z" };
    expect(pipelineOf({ "r.json": run("skipped", step) })?.steps).toEqual({
      cluster_update: { conclusion: "skipped" },
    });
  });

  it.each([
    { from: "46", to: "46", durationMs: undefined, why: "in one second: nobody knows" },
    { from: "46.000", to: "46.000", durationMs: undefined, why: "in one, written otherwise" },
    { from: "46", to: "47", durationMs: 1000, why: "in two seconds" },
    { from: "47", to: "46", durationMs: undefined, why: "backwards" },
  ])("takes $durationMs for the duration of a step $why", ({ from, to, durationMs }) => {
    const times = {
      startedAt: `2026-08-04T23:41:${from}Z`,
      completedAt: `2026-08-04T23:41:${to}Z`,
    };
    expect(pipelineOf({ "r.json": run("success", times) })?.steps.cluster_update).toEqual({
      conclusion: "success",
      ...(durationMs === undefined ? {} : { durationMs }),
    });
  });

  it.each([0, 1, 2])("keeps an end marker's duration of 0 ms beside a run of %i s", (seconds) => {
    const marker = "##[end-action id=cluster_update;conclusion=success;duration_ms=0]\n";
    const times = {
      startedAt: "2026-08-04T23:41:46Z",
      completedAt: `2026-08-04T23:41:4${6 + seconds}Z`,
    };
    expect(
      pipelineOf({ "r.json": run("success", times) }, { "l.log": marker })?.steps.cluster_update,
    ).toEqual({ conclusion: "success", durationMs: 0 });
  });

  it("takes a conclusion from the only job", () => {
    const { conclusion: _, ...rest } = run("success");
    expect(pipelineOf({ "r.json": rest })?.conclusion).toBe("success");
    expect(
      pipelineOf({ "r.json": { jobs: [...rest.jobs, ...rest.jobs] } })?.conclusion,
    ).toBeUndefined();
  });

  it("reads results of steps without their outputs", () => {
    expect(pipelineOf({ "s.json": steps("skipped") })).toEqual({
      steps: { cluster_update: { outcome: "skipped", conclusion: "skipped" } },
    });
  });

  it("reads end markers out of a log", () => {
    expect(pipelineOf({}, { "job.log": log })).toEqual({
      orders: [["cluster_update", "gate"]],
      steps: {
        cluster_update: { outcome: "skipped", conclusion: "skipped", durationMs: 123 },
        gate: { outcome: "success" },
      },
    });
  });

  it("joins sources that agree", () => {
    expect(
      pipelineOf({ "r.json": run("skipped"), "s.json": steps("skipped") }, { "l.log": log })?.steps,
    ).toMatchObject({
      cluster_update: { outcome: "skipped", conclusion: "skipped", durationMs: 123 },
    });
  });

  it("tells sources that do not", () => {
    expect(
      pipelineOf({ "s.json": steps("success") }, { "l.log": log })?.steps.cluster_update,
    ).toEqual({
      contradictory: true,
      durationMs: 123,
    });
  });

  it("refuses a text without markers, and results that are no words", () => {
    expect(placesOf({ texts: { "x.log": "nothing\n" } })).toEqual([
      "SNAPSHOT_UNRECOGNIZED x.log:1:1",
    ]);
    const files = { "s.json": JSON.stringify({ a: { outcome: 5, conclusion: "x" } }) };
    expect(placesOf({ files })).toEqual(["SNAPSHOT_INVALID s.json:1:6"]);
  });
});

describe("absent is not empty", () => {
  const gapsOf = (files: Readonly<Record<string, unknown>>, texts = {}) =>
    snapshotOf({
      files: Object.fromEntries(
        Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)]),
      ),
      texts,
    }).gaps;
  const untold = [expect.objectContaining({ part: "pipeline", name: "cluster_update" })];
  const jobs = (job: object) => ({ jobs: [{ name: "deploy", steps: [], ...job }] });

  it.each<{ files: Record<string, unknown>; gaps: unknown; why: string }>([
    {
      files: { "r.json": { conclusion: "success" } },
      gaps: untold,
      why: "a conclusion alone tells no step",
    },
    {
      files: { "r.json": { conclusion: "success", jobs: [] } },
      gaps: untold,
      why: "no job is listed",
    },
    {
      files: { "r.json": jobs({ status: "in_progress" }) },
      gaps: untold,
      why: "the job has not ended",
    },
    {
      files: { "r.json": jobs({ status: "completed", conclusion: "success" }) },
      gaps: undefined,
      why: "the job has ended without it",
    },
    {
      files: { "r.json": jobs({ conclusion: "success" }) },
      gaps: undefined,
      why: "a job with a conclusion has ended",
    },
    {
      files: { "s.json": { other: { outcome: "success", conclusion: "success" } } },
      gaps: untold,
      why: "results of steps may be those of another job",
    },
    { files: { "s.json": steps("success") }, gaps: undefined, why: "the step is told" },
    { files: {}, gaps: undefined, why: "nothing is said of any run" },
  ])("gives $gaps where $why", ({ files, gaps }) => {
    expect(gapsOf(files)).toEqual(gaps);
  });

  it("holds of a log, which may have been cut", () => {
    const marker = "##[end-action id=other;outcome=success;conclusion=success]\n";
    expect(gapsOf({}, { "l.log": marker })).toEqual(untold);
  });

  it("holds of a step that the profile gives no title", () => {
    const pipeline = { requiredSteps: [{ id: "cluster_update" }] };
    const files = { "r.json": JSON.stringify(jobs({ status: "completed" })) };
    expect(snapshotOf({ files, profile: profileOf(pipeline) }).gaps).toEqual(untold);
  });

  it("survives a second reading, and ends where the step is told", () => {
    const once = snapshotOf({ files: { "r.json": JSON.stringify({ conclusion: "success" }) } });
    const again = { "x.json": JSON.stringify(once) };
    expect(snapshotOf({ files: again })).toEqual(once);
    const { pipeline } = snapshotOf({
      files: { ...again, "s.json": JSON.stringify(steps("success")) },
    });
    expect(pipeline?.steps.cluster_update).toMatchObject({ outcome: "success" });
  });
});

describe("the order of steps", () => {
  const titled = [
    { id: "verify", title: "Verify" },
    { id: "promote", title: "Promote" },
    { id: "update", title: "Update" },
  ];
  const step = (name: string, number: number) => ({ name, number, conclusion: "success" });
  const job = (from: string, to: string, ...names: readonly string[]) => ({
    startedAt: `2026-08-06T16:${from}:00Z`,
    completedAt: `2026-08-06T16:${to}:00Z`,
    conclusion: "success",
    steps: names.map((name, index) => step(name, index + 1)),
  });
  const ordersOf = (jobs: readonly object[]) =>
    snapshotOf({
      files: { "r.json": JSON.stringify({ conclusion: "success", jobs }) },
      profile: profileOf({ requiredSteps: titled }),
    }).pipeline?.orders;

  it.each<{ jobs: readonly object[]; orders: unknown; why: string }>([
    {
      jobs: [job("00", "10", "Promote", "Checkout", "Verify")],
      orders: [["promote", "verify"]],
      why: "steps of a job are numbered",
    },
    {
      jobs: [{ conclusion: "success", steps: [step("Update", 3), step("Verify", 1)] }],
      orders: [["verify", "update"]],
      why: "the number counts, not the place in the list",
    },
    {
      jobs: [job("10", "20", "Update"), job("00", "10", "Verify", "Promote")],
      orders: [["verify", "promote", "update"]],
      why: "one job begins when the other has ended",
    },
    {
      jobs: [job("09", "20", "Update"), job("00", "10", "Verify", "Promote")],
      orders: [["verify", "promote"]],
      why: "two jobs ran side by side",
    },
    { jobs: [job("00", "10", "Verify")], orders: undefined, why: "one step has no order" },
    {
      jobs: [job("00", "10", "Verify", "Promote", "Verify")],
      orders: undefined,
      why: "a step that ran twice has no place",
    },
  ])("is $orders where $why", ({ jobs, orders }) => {
    expect(ordersOf(jobs)).toEqual(orders);
  });
});

it("reads ids of steps inside any local action", () => {
  const marker = (id: string) => `##[end-action id=${id};outcome=success;conclusion=success]\n`;
  const ids = ["__self.a", "__self_2.b", "deploy.c", "__self.__run", "__run"].map(marker);
  expect(Object.keys(pipelineOf({}, { "l.log": ids.join("") })?.steps ?? {})).toEqual([
    "a",
    "b",
    "deploy.c",
  ]);
});

it("keeps of a hand-off the fields that it is known to have", () => {
  const handOff = {
    version: 2,
    credentialRevision: "r",
    image: "i",
    token: "s3cr3t",
    nodes: [{ name: "a", uid: "u", bootId: "b", extra: "x" }, 5, { name: {} }],
  };
  expect(snapshotOf({ files: { "h.json": JSON.stringify(handOff) } }).proofs).toEqual([
    {
      version: 2,
      credentialRevision: "r",
      image: "i",
      nodes: [{ name: "a", uid: "u", bootId: "b" }, null, { name: null }],
    },
  ]);
});

describe("texts of a hand-off", () => {
  const handOffOf = (text: string) => ({
    version: text,
    credential: text,
    credentialRevision: text,
    image: text,
    nodes: [{ name: text, uid: text, bootId: text }],
  });
  const proofOf = (text: string) =>
    snapshotOf({ files: { "h.json": JSON.stringify(handOffOf(text)) } }).proofs?.[0];

  it.each([
    { why: "of all characters that names have", text: "ghcr.io/o/i:v1_a-b+c@sha256:0AZ" },
    { why: "at the longest", text: "a".repeat(512) },
  ])("stay as they are: $why", ({ text }) => {
    expect(proofOf(text)).toEqual(handOffOf(text));
  });

  it.each([
    { why: "one too long", text: "a".repeat(513) },
    { why: "a blank", text: "a b" },
    { why: "a line break at the end", text: "a\n" },
    { why: "a user in a URL", text: "https://bot:pass!@host" },
    { why: "a letter of no name", text: "\u00e9" },
  ])("become digests: $why", ({ text }) => {
    const proof = proofOf(text);
    const digest = expect.stringMatching(/^digest:[0-9a-f]{16}$/);
    expect(proof).toEqual(mapOf(handOffOf(text), digest));
    expect(JSON.stringify(proof)).not.toContain(text);
  });

  it("are bounded in a snapshot that is given, too", () => {
    const snapshot = (handOffs: readonly object[]) => ({
      "s.json": JSON.stringify({
        apiVersion: "fleetwarrant.dev/v1alpha1",
        kind: "Snapshot",
        takenAt: "2026-08-06T17:00:00Z",
        objects: {},
        coverage: [],
        proofs: handOffs,
      }),
    });
    const { proofs } = snapshotOf({ files: snapshot([handOffOf("a b")]) });
    expect(proofs).toEqual([proofOf("a b")]);
    expect(snapshotOf({ files: snapshot(proofs ?? []) }).proofs).toEqual(proofs);
  });
});

/** The hand-off's fields with one value in all of them. */
function mapOf({ nodes: _, ...fields }: Readonly<Record<string, unknown>>, value: unknown) {
  return {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, value])),
    nodes: [{ name: value, uid: value, bootId: value }],
  };
}
