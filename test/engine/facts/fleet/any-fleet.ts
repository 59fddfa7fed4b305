import fc from "fast-check";
import { everyReason } from "../../../../src/engine/facts/gaps.ts";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type {
  Snapshot,
  SnapshotGap,
  StepRecord,
  UnknownReasonCode,
} from "../../../../src/snapshot/snapshot.ts";
import {
  componentFile,
  declaredFiles,
  gate,
  kustomization,
  withMarkers,
} from "../gate/gate-subject.ts";
import {
  agentTemplate,
  deploymentKey,
  deploymentObject,
  fleetSnapshot,
  helmReleaseKey,
  helmReleaseObject,
  type PodCase,
  type RevisionCase,
  wholeCoverage,
} from "./cilium-fleet.ts";

const hashes = ["h1", "h2", "h3", "h4"];
const templates = ["v1.20.0-rc.0", "v1.20.0", "v1.21.0"].map((image) => agentTemplate({ image }));
const instants = ["2026-07-28T10:00:00Z", "2026-08-01T00:00:00Z", "2026-08-06T09:00:00Z"];
const files = declaredFiles;

const template = fc.constantFrom(...templates);
const createdAt = fc.constantFrom(...instants);

const revisions: fc.Arbitrary<readonly RevisionCase[]> = fc
  .tuple(
    fc.subarray(hashes),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), createdAt, template), {
      minLength: 4,
      maxLength: 4,
    }),
  )
  .map(([chosen, rest]) =>
    chosen.flatMap((hash, index) => {
      const drawn = rest[index];
      return drawn === undefined
        ? []
        : [{ hash, number: drawn[0], createdAt: drawn[1], template: drawn[2] }];
    }),
  );

const pod: fc.Arbitrary<Omit<PodCase, "name">> = fc.record(
  {
    hash: fc.constantFrom(...hashes),
    node: fc.constantFrom("n1", "n2", "n3", null),
    madeFor: fc.constantFrom("n1", "n2", "n3"),
    createdAt: fc.constantFrom(...instants, ""),
    generation: fc.constantFrom("14", "14", "14", "19"),
    isTerminating: fc.boolean(),
    phase: fc.constantFrom("Running", "Running", "Running", "Failed"),
  },
  { requiredKeys: ["node", "createdAt", "generation", "phase"] },
);

const pods: fc.Arbitrary<readonly PodCase[]> = fc
  .array(pod, { maxLength: 5 })
  .map((drawn) => drawn.map((one, index) => ({ ...one, name: `p${index}` })));

const count = fc.integer({ min: 0, max: 4 });
const status: fc.Arbitrary<JsonObject> = fc.record(
  {
    desiredNumberScheduled: count,
    currentNumberScheduled: count,
    numberMisscheduled: fc.constantFrom(0, 0, 1),
    numberReady: count,
    updatedNumberScheduled: count,
    numberAvailable: count,
    observedGeneration: fc.constantFrom(24, 24, 23),
  },
  {
    requiredKeys: [
      "desiredNumberScheduled",
      "currentNumberScheduled",
      "numberMisscheduled",
      "numberReady",
    ],
  },
);

const deployment = fc
  .record(
    {
      remembered: fc.constantFrom("1", "0", "x", ""),
      template: fc.constantFrom("a".repeat(64), "a"),
    },
    { requiredKeys: [] },
  )
  .map(({ remembered, template: recorded }) =>
    deploymentObject({
      ...(remembered === undefined
        ? {}
        : { [gate.ownership?.rememberedReplicas ?? ""]: remembered }),
      ...(recorded === undefined ? {} : { [gate.ownership?.reconciledTemplate ?? ""]: recorded }),
    }),
  );

const git: fc.Arbitrary<Snapshot["git"]> = fc
  .tuple(
    fc.constantFrom(files, withMarkers(), withMarkers("2026-08-30"), withMarkers("a", "b")),
    fc.constantFrom(files[componentFile] ?? {}, {}),
    fc.boolean(),
  )
  .map(([drawn, component, isReferenced]) => {
    const markers = drawn[kustomization]?.markers ?? [];
    const components = isReferenced ? [gate.declared.component] : [];
    return { files: { [kustomization]: { components, markers }, [componentFile]: component } };
  });

/** Steps by id; `cluster_update` is the one that the gate suppresses. */
const pipeline: fc.Arbitrary<NonNullable<Snapshot["pipeline"]>> = fc
  .option(
    fc.record(
      {
        outcome: fc.constantFrom("success", "skipped", "neutral"),
        conclusion: fc.constantFrom("success", "skipped"),
        durationMs: fc.nat(9),
        contradictory: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  .map((step) => ({ conclusion: "success", steps: step === null ? {} : { cluster_update: step } }));

const stepRecord: fc.Arbitrary<StepRecord> = fc.record(
  {
    daemonSet: fc.constantFrom("kube-system/cilium", "kube-system/cilium", "x/y"),
    node: fc.constantFrom("n1", "n2", "n3"),
    revision: fc.constantFrom(...hashes),
    pod: fc.constantFrom("pod-p0", "pod-p1"),
    at: createdAt,
    result: fc.constantFrom("verified", "failed"),
    verifiedAt: createdAt,
  },
  { requiredKeys: ["daemonSet", "node", "revision", "at"] },
);

/** Snapshots of a gate, its fleet and its pipeline, read without gaps but for what is wrong in them. */
export const anySnapshot: fc.Arbitrary<Partial<Snapshot>> = fc
  .record({
    revisions,
    pods,
    status,
    template,
    deployment,
    git,
    pipeline,
    steps: fc.array(stepRecord, { maxLength: 4 }),
  })
  .map(({ git: read, pipeline: run, deployment: held, ...fleet }) => ({
    ...fleetSnapshot({
      ...fleet,
      objects: {
        [deploymentKey]: held,
        [helmReleaseKey]: helmReleaseObject([{ type: "Ready", status: "True" }]),
      },
      coverage: [
        ...wholeCoverage,
        { kind: "apps/v1/Deployment", complete: true },
        { kind: "helm.toolkit.fluxcd.io/v2/HelmRelease", complete: true },
      ],
    }),
    ...(read === undefined ? {} : { git: read }),
    pipeline: run,
  }));

/** One way to know less: an object, a file or a step behind a gap, or a list not known to be complete. */
type Hiding = (snapshot: Partial<Snapshot>, reason: UnknownReasonCode) => Partial<Snapshot>;

function without<T>(map: Readonly<Record<string, T>> | undefined, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map ?? {}).filter(([other]) => other !== key));
}

function withGap(snapshot: Partial<Snapshot>, gap: SnapshotGap): Partial<Snapshot> {
  return { ...snapshot, gaps: [...(snapshot.gaps ?? []), gap] };
}

function hidingsOf(whole: Partial<Snapshot>): readonly Hiding[] {
  const objects = Object.keys(whole.objects ?? {}).map(
    (key): Hiding =>
      (snapshot, reason) =>
        withGap(
          { ...snapshot, objects: without(snapshot.objects, key) },
          { part: "objects", name: key, reason },
        ),
  );
  const lists = (whole.coverage ?? []).map(
    (entry): Hiding =>
      (snapshot) => ({
        ...snapshot,
        coverage: (snapshot.coverage ?? []).filter((other) => other !== entry),
      }),
  );
  const paths = Object.keys(whole.git?.files ?? {}).map(
    (path): Hiding =>
      (snapshot, reason) =>
        withGap(
          { ...snapshot, git: { files: without(snapshot.git?.files, path) } },
          { part: "git", name: path, reason },
        ),
  );
  return [...objects, ...lists, ...paths, hideStep, hideConclusion, hidePipeline, hideRecords];
}

const hideStep: Hiding = (snapshot, reason) => {
  if (snapshot.pipeline === undefined) return snapshot;
  const steps = without(snapshot.pipeline.steps, "cluster_update");
  const pipelineLeft = { ...snapshot.pipeline, steps };
  return withGap(
    { ...snapshot, pipeline: pipelineLeft },
    { part: "pipeline", name: "cluster_update", reason },
  );
};

const hideConclusion: Hiding = (snapshot, reason) => {
  if (snapshot.pipeline === undefined) return snapshot;
  const { conclusion: _conclusion, ...pipelineLeft } = snapshot.pipeline;
  return withGap(
    { ...snapshot, pipeline: pipelineLeft },
    { part: "pipeline", name: "conclusion", reason },
  );
};

const hideRecords: Hiding = ({ steps: _steps, ...rest }, reason) =>
  withGap(rest, { part: "steps", reason });

const hidePipeline: Hiding = ({ pipeline: _pipeline, ...rest }) => rest;

/** A snapshot, and the same with one to four more gaps. */
export const anyHiding: fc.Arbitrary<readonly [Partial<Snapshot>, Partial<Snapshot>]> =
  anySnapshot.chain((whole) => {
    const hidings = hidingsOf(whole);
    const chosen = fc.uniqueArray(
      fc.record({ index: fc.nat(hidings.length - 1), reason: fc.constantFrom(...everyReason) }),
      { minLength: 1, maxLength: 4, selector: ({ index }) => index },
    );
    return chosen.map((choices): readonly [Partial<Snapshot>, Partial<Snapshot>] => [
      whole,
      choices.reduce((left, { index, reason }) => hidings[index]?.(left, reason) ?? left, whole),
    ]);
  });
