import { describe, expect, it } from "vitest";
import type { FluxDecision } from "../../src/engine/decision.ts";
import { judgeObject } from "../../src/engine/facts/flux/kstatus/judge-object.ts";
import { happen } from "../../src/simulate/happen.ts";
import type { ClusterObject } from "../../src/snapshot/snapshot.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  fluxProfile,
  fluxSnapshot,
  inventory,
  kustomization,
  objectOf,
} from "../engine/facts/flux/flux-cluster.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, seenAfter } from "../support/simulated.ts";

// Goal: what happens to Flux and to what it waits for ends in what is told to stand in its way. Method: stories on two layers
// and what the lower one applied.

const policies = shippedPolicies();
const id = (name: string): string => `Kustomization/flux-system/${name}`;
const [app, base] = [id("app"), id("base")];
const web = "Deployment/apps/web";
const migrate = "Job/apps/migrate";
const data = "PersistentVolumeClaim/apps/data";
const chart = "HelmRelease/apps/chart";
const source = "OCIRepository/flux-system/flux-system";

const deployment = objectOf("apps/v1", "Deployment", "apps/web", {
  spec: { replicas: 2 },
  status: {
    observedGeneration: 1,
    ...{ replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 },
    conditions: [condition("Available", "True")],
  },
});
const job = objectOf("batch/v1", "Job", "apps/migrate", {
  status: { conditions: [condition("Complete", "True")] },
});
const claim = objectOf("v1", "PersistentVolumeClaim", "apps/data", { status: { phase: "Bound" } });
const release = objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", "apps/chart", {
  status: { observedGeneration: 1, conditions: [condition("Ready", "True")] },
});
const applied = inventory(
  "apps_web_apps_Deployment",
  "apps_migrate_batch_Job",
  "apps_data__PersistentVolumeClaim",
  "apps_chart_helm.toolkit.fluxcd.io_HelmRelease",
);

function cluster(...others: readonly ClusterObject[]) {
  const objects = [
    kustomization("app", { spec: dependsOn("base") }),
    kustomization("base", { status: applied }),
    ...[deployment, job, claim, release],
    ...others,
  ];
  return { snapshot: fluxSnapshot(objects), profile: fluxProfile("app", "base") };
}

function told(of: string, ...events: readonly string[]): FluxDecision {
  const decision = decidedAfter(policies, cluster(), ...events);
  const found = decision.flux?.find(({ object }) => object === of);
  if (found === undefined) throw new Error(`${of} is a root`);
  return found;
}

interface Story {
  readonly events: readonly string[];
  readonly state: string;
  readonly blocks: readonly string[];
  readonly healing: string;
  readonly why: string;
}

describe("what stands in the way of the lower layer after", () => {
  it.each<Story>([
    {
      events: ["advance=1m"],
      ...{ state: "idleReady", blocks: [], healing: "none" },
      why: "nothing happened",
    },
    {
      events: [`suspend=${base}`],
      ...{ state: "suspended", blocks: [`${base} Suspended`], healing: "needsHand" },
      why: "somebody suspended it",
    },
    {
      events: [`suspend=${base}`, `reconcile=${base}`],
      ...{ state: "suspended", blocks: [`${base} Suspended`], healing: "needsHand" },
      why: "Flux does not touch it",
    },
    {
      events: [`suspend=${base}`, `resume=${base}`],
      ...{ state: "unobserved", blocks: [`${base} Waiting`], healing: "mayHeal" },
      why: "resumed, and Flux has yet to get to it",
    },
    {
      events: [`suspend=${base}`, `resume=${base}`, `reconcile=${base}`],
      ...{ state: "idleReady", blocks: [], healing: "none" },
      why: "Flux got to it",
    },
    {
      events: [`push=${source}`],
      ...{ state: "idleReady", blocks: [`${base} Waiting`], healing: "mayHeal" },
      why: "a revision is offered that it has not applied",
    },
    {
      events: [`push=${source}`, `reconcile=${base}`],
      ...{ state: "idleReady", blocks: [], healing: "none" },
      why: "it has applied the newest revision",
    },
    {
      events: [`failed=${web}`],
      ...{ state: "idleReady", blocks: [], healing: "none" },
      why: "Flux looks at what it applied with the next attempt only",
    },
    {
      events: [`failed=${web}`, `push=${source}`, `reconcile=${base}`],
      ...{
        state: "failingRetrying",
        blocks: [`${web} ProgressDeadlineExceeded`],
        healing: "mayHeal",
      },
      why: "the attempt waited for it in vain",
    },
    {
      events: [`failed=${migrate}`, `failed=${chart}`, `push=${source}`, `reconcile=${base}`],
      ...{
        state: "failingRetrying",
        blocks: [`${migrate} JobFailed`, `${chart} Failed`],
        healing: "needsCommit",
      },
      why: "two causes, and each is told",
    },
    {
      events: [`failed=${data}`, `push=${source}`, `reconcile=${base}`],
      ...{ state: "failingRetrying", blocks: [`${data} NotBound`], healing: "needsHand" },
      why: "a volume that is lost comes back by no revision",
    },
    {
      events: [`failed=${web}`, `push=${source}`, `reconcile=${base}`, `current=${web}`],
      ...{
        state: "failingRetrying",
        blocks: [`${base} HealthCheckFailed`],
        healing: "mayHeal",
      },
      why: "what it waited for is there by now",
    },
    {
      events: [
        `failed=${web}`,
        `push=${source}`,
        `reconcile=${base}`,
        `current=${web}`,
        `reconcile=${base}`,
      ],
      ...{ state: "idleReady", blocks: [], healing: "none" },
      why: "the next attempt found it",
    },
    {
      events: [`suspend=${source}`],
      ...{ state: "idleReady", blocks: [`${source} SourceSuspended`], healing: "needsHand" },
      why: "no new revision is fetched",
    },
  ])("$events: $state, $blocks ($why)", ({ events, state, blocks, healing }) => {
    const { because, ...node } = told(base, ...events);
    expect(node).toMatchObject({ state, healing });
    expect(because.map(({ object, reason }) => `${object} ${reason}`)).toEqual(blocks);
  });
});

describe("what stands in the way of the upper layer after", () => {
  it("a revision that the lower one has not applied: that it has not, once Flux asked", () => {
    const { state, because } = told(app, `push=${source}`, `reconcile=${app}`);
    expect(state).toBe("blockedOnDependency");
    expect(because).toMatchObject([{ object: base, class: "proven", reason: "RevisionOutdated" }]);
  });

  it("both were reconciled, the lower one first: nothing", () => {
    const story = [`push=${source}`, `reconcile=${base}`, `reconcile=${app}`];
    expect(told(app, ...story)).toMatchObject({ ready: true, because: [] });
  });

  it("a failed attempt of the lower one: the chain to what that waited for", () => {
    const story = [`failed=${migrate}`, `push=${source}`, `reconcile=${base}`, `reconcile=${app}`];
    expect(told(app, ...story).because).toMatchObject([{ object: base, reason: "NotReady" }]);
    const decision = decidedAfter(policies, cluster(), ...story);
    const message = decision.findings.find(({ name }) => name === "flux-system/app")?.message;
    expect(message).toContain(`${migrate}: JobFailed`);
  });
});

describe("events of Flux", () => {
  it("an attempt that waits in vain takes its timeout, and is written to its history", () => {
    const given = cluster();
    const after = seenAfter(
      given,
      eventsOf(`failed=${web}`, `push=${source}`, `reconcile=${base}`),
    );
    // One minute each for what broke and for the push, and five for the attempt.
    expect(after.takenAt).toBe("2026-08-06T17:27:00Z");
  });

  it("a running attempt ends with what it waits for, and asks for no dependency", () => {
    const running = atHealthChecks("apps_web_apps_Deployment");
    const given = {
      snapshot: fluxSnapshot([
        kustomization("app", { ...running, spec: { ...running.spec, ...dependsOn("gone") } }),
        deployment,
      ]),
      profile: fluxProfile("app"),
    };
    const [node] = decidedAfter(policies, given, `reconcile=${app}`).flux ?? [];
    expect(node).toMatchObject({ state: "idleReady", ready: true });
  });

  it("a running attempt ends with the revision that it began with", () => {
    const running = atHealthChecks("apps_web_apps_Deployment");
    const given = {
      snapshot: fluxSnapshot([kustomization("app", running), deployment]),
      profile: fluxProfile("app"),
    };
    const [node] = decidedAfter(policies, given, `push=${source}`, `reconcile=${app}`).flux ?? [];
    expect(node).toMatchObject({
      state: "idleReady",
      because: [{ reason: "Waiting", detail: expect.stringContaining("newest revision") }],
    });
  });

  it.each([
    { object: web, kind: "apps/v1/Deployment/apps/web" },
    { object: migrate, kind: "batch/v1/Job/apps/migrate" },
    { object: data, kind: "v1/PersistentVolumeClaim/apps/data" },
    { object: chart, kind: "helm.toolkit.fluxcd.io/v2/HelmRelease/apps/chart" },
  ])("failed and current: $object is not current, and is again", ({ object, kind }) => {
    const word = (...events: readonly string[]) => {
      const found = seenAfter(cluster(), eventsOf(...events)).objects[kind];
      return found && judgeObject(found).word;
    };
    expect(word(`failed=${object}`)).not.toBe("Current");
    expect(word(`failed=${object}`, `current=${object}`)).toBe("Current");
  });

  it.each([
    { event: "suspend=Kustomization/flux-system/no-such", why: "it is not there" },
    { event: `suspend=${web}`, why: "nobody suspends a Deployment" },
    { event: `reconcile=${web}`, why: "Flux keeps Kustomizations" },
    { event: `push=${base}`, why: "only a source has an artifact" },
    { event: `failed=${base}`, why: "how a Kustomization fares is for Flux to say" },
    { event: "current=DaemonSet/apps/agent", why: "its pods say so, one by one" },
    { event: `push=${source}`, first: `suspend=${source}`, why: "it fetches nothing" },
    { event: `reconcile=${base}`, first: "lose=objects:batch/v1/Job", why: "a Job was not read" },
    {
      event: `reconcile=${app}`,
      first: "lose=objects:kustomize.toolkit.fluxcd.io/v1/Kustomization/flux-system/base",
      why: "its dependency was not read",
    },
  ])("$event is refused: $why", ({ event, first }) => {
    const steps = eventsOf(...(first === undefined ? [] : [first]), event);
    const given = cluster(daemonSet("apps/agent", "OnDelete", 0));
    expect(happen(given, steps)).toMatchObject({
      ok: false,
      problems: [{ code: "USAGE_INVALID", message: expect.stringContaining(event) }],
    });
  });
});
