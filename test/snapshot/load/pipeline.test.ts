import { describe, expect, it } from "vitest";
import { placesOf, snapshotOf } from "./load-support.ts";

const run = (conclusion: string, step: object = {}) => ({
  conclusion: "success",
  jobs: [
    {
      name: "deploy",
      conclusion: "success",
      steps: [
        {
          name: "Update cluster",
          conclusion,
          startedAt: "2026-08-04T23:41:46Z",
          completedAt: "2026-08-04T23:41:48Z",
          ...step,
        },
        { name: "Checkout", conclusion: "success" },
      ],
    },
  ],
});
const steps = (outcome: string) => ({
  cluster_update: { outputs: { token: "s3cr3t" }, outcome, conclusion: outcome },
  __checkout: { outputs: {}, outcome: "success", conclusion: "success" },
});
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
