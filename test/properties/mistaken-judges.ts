import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot, TalosNodeRecord } from "../../src/snapshot/snapshot.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
import { judgeRolloutsBy, type RolloutJudge } from "../../src/testing/laws/rollout-judge.ts";
import type { GateBounds } from "../../src/testing/world/gate-world.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { judgeWithBounds } from "./shipped-laws.ts";

// Judges that make one mistake each. Rules are mistaken in the text of the policy; facts are, as far as they can be
// from outside, in what they are given to read.

function shippedText(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../src/policies/builtin/${name}.yaml`), "utf8");
}

const right = judgeBy(shippedPolicies());

type Replacements = readonly (readonly [string, string])[];

/** The engine with other words in the shipped policy. */
export function mistaken(...replacements: Replacements): Judge {
  return judgeBy(mistakenPolicies("registry-credential", replacements));
}

/** The same for the policies about gates, whose bounds are set. */
export function mistakenGate(...replacements: Replacements): (bounds: GateBounds) => Judge {
  return judgeWithBounds((settings) => mistakenPolicies("rollout-gate", replacements, settings));
}

function mistakenPolicies(
  name: string,
  replacements: Replacements,
  settings: readonly ParamSetting[] = [],
): PolicySet {
  const text = replacements.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the shipped policy does not say ${from}`);
    return before.replaceAll(from, to);
  }, shippedText(name));
  const read = readDocuments({ file: "mistaken.yaml", text });
  if (!read.ok) throw new Error("the mistaken policy does not parse");
  const compiled = compilePolicySet(read.value, settings, { lints: false });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
  return compiled.value;
}

/** The engine where facts take what is there for something else. */
function misread(change: (snapshot: Snapshot) => Snapshot): Judge {
  return (snapshot, profile) => right(change(snapshot), profile);
}

/** A claim that names its boot is taken for one that names none, and at its word. */
export const claimsAtTheirWord: Judge = (snapshot, profile) => right(snapshot, unbound(profile));

function unbound(profile: Profile): Profile {
  const credentials = profile.spec.credentials?.map((credential) => {
    const { bootId: _, ...proof } = credential.proof;
    return { ...credential, proof, history: false };
  });
  return credentials === undefined
    ? profile
    : { ...profile, spec: { ...profile.spec, credentials } };
}

/** A history that was not read is taken for an empty one. */
export const noHistoryIsEmpty: Judge = misread((snapshot) =>
  withCredentials(snapshot, (record) => ({
    ...record,
    previous: record.previous ?? [],
    declared: { firstDeclaredAt: "2026-01-01T00:00:00Z", ...record.declared },
  })),
);

/** A credential that was encrypted anew, or came back, is taken for a new one. */
export const lastDeclarationIsFirst: Judge = misread((snapshot) =>
  withCredentials(snapshot, (record) => ({
    ...record,
    declared: {
      ...record.declared,
      ...(record.previous === undefined ? {} : { firstDeclaredAt: snapshot.takenAt }),
    },
  })),
);

type CredentialRecord = NonNullable<Snapshot["credentials"]>[string];

function withCredentials(
  snapshot: Snapshot,
  change: (record: CredentialRecord) => CredentialRecord,
): Snapshot {
  const records = Object.entries(snapshot.credentials ?? {});
  return {
    ...snapshot,
    credentials: Object.fromEntries(records.map(([name, record]) => [name, change(record)])),
  };
}

/** A start that was not read is taken for one long ago. */
export const unreadStartIsOld: Judge = misread((snapshot) =>
  withTalos(snapshot, (record) => ({ runtimeStartedAt: "2026-01-01T00:00:00Z", ...record })),
);

/** Any 1.14 is taken for one that restarts the runtime. */
export const alphaRestarts: Judge = misread((snapshot) => {
  const text = JSON.stringify(snapshot).replaceAll("v1.14.0-alpha.1", "v1.14.0");
  const renamed: Snapshot = JSON.parse(text);
  return renamed;
});

function withTalos(
  snapshot: Snapshot,
  change: (record: TalosNodeRecord) => TalosNodeRecord,
): Snapshot {
  const nodes = Object.keys(snapshot.objects).flatMap((key) =>
    key.startsWith("v1/Node//") ? [key.slice("v1/Node//".length)] : [],
  );
  const talos = nodes.map((name) => [name, change(snapshot.talos?.[name] ?? {})] as const);
  return { ...snapshot, talos: Object.fromEntries(talos) };
}

/** What was not read is taken for not there. */
export const gapsAreNothing: Judge = misread((snapshot) => ({
  ...snapshot,
  gaps: [],
  coverage: [...snapshot.coverage, { kind: "v1/Node", complete: true }],
}));

/** The judge where a file of Git that was not read says nothing. */
export function unreadFilesAreEmpty(judge: Judge): Judge {
  return (snapshot, profile) => {
    const names = (snapshot.gaps ?? []).flatMap(({ part, name = "" }) =>
      part === "git" ? [name] : [],
    );
    const files = Object.fromEntries(names.map((name) => [name, {}]));
    return judge(
      { ...snapshot, git: { files: { ...files, ...snapshot.git?.files } }, gaps: [] },
      profile,
    );
  };
}

/** The reference script as a default: what is not proven is rebooted. */
export const rebootsUnproven: Judge = judgeBy(
  shippedPolicies([{ name: "whenUnproven", value: "reboot" }]),
);

/** No guard is ever told. */
export const unguarded: Judge = (snapshot, profile) => {
  const decision = right(snapshot, profile);
  const steps = decision.plan.steps.map((step) => ({ ...step, unmet: [] }));
  return { ...decision, plan: { ...decision.plan, steps } };
};

/** Reboots are decided and nothing is cited. */
export const unexplained: Judge = (snapshot, profile) => {
  const decision = right(snapshot, profile);
  return { ...decision, nodes: decision.nodes.map((node) => ({ ...node, evidence: [] })) };
};

const rightRollouts = judgeRolloutsBy(shippedPolicies());

type StepCheck = ReturnType<RolloutJudge["check"]>;

function rolloutsWith(mistake: Partial<RolloutJudge>): RolloutJudge {
  return { ...rightRollouts, ...mistake };
}

/** The rollouts of an engine where facts take what is there for something else. */
function misreadRollouts(change: (snapshot: Snapshot) => Snapshot): RolloutJudge {
  return {
    plan: (snapshot, profile) => rightRollouts.plan(change(snapshot), profile),
    check: (warrant, fresh, profile) => rightRollouts.check(warrant, change(fresh), profile),
  };
}

/** No step is left, and so it is over: a pod that is on its way out is taken for none. */
export const goingIsGone: RolloutJudge = rolloutsWith({
  plan: (snapshot, profile) => {
    const made = rightRollouts.plan(snapshot, profile);
    const fleets = made.plan.fleets.map((fleet) =>
      fleet.standing === "waits" ? { ...fleet, standing: "complete" as const } : fleet,
    );
    return { ...made, plan: { ...made.plan, fleets } };
  },
});

/** Whatever runs the wanted template is taken for verified. */
export const adoptedIsVerified: RolloutJudge = misreadRollouts((snapshot) => {
  const steps = Object.values(snapshot.objects).flatMap(({ kind, metadata, spec }) => {
    const revision = metadata.labels?.["controller-revision-hash"];
    const node = (spec as { nodeName?: string } | undefined)?.nodeName;
    if (kind !== "Pod" || revision === undefined || node === undefined) return [];
    const at = snapshot.takenAt;
    return [
      { daemonSet: "kube-system/agent", node, revision, at, result: "verified", verifiedAt: at },
    ] as const;
  });
  return { ...snapshot, steps };
});

/** A warrant stands for as long as its pod is there, whoever's turn it is. */
export const turnsAreNotAwaited: RolloutJudge = rolloutsWith({
  check: (warrant, fresh, profile): StepCheck => {
    const check = rightRollouts.check(warrant, fresh, profile);
    if (check.outcome !== "paused") return check;
    const { unmet: _, ...rest } = check;
    return { ...rest, outcome: "stands" };
  },
});

/** A template that moved is taken for the bound one. */
export const anyTemplateIsTheBound: RolloutJudge = rolloutsWith({
  check: (warrant, fresh, profile): StepCheck => {
    const check = rightRollouts.check(warrant, fresh, profile);
    const isOfTemplate =
      check.outcome === "void" && check.moved.every(({ fact }) => fact === "revision");
    if (!isOfTemplate) return check;
    const { moved: _, ...rest } = check;
    return { ...rest, outcome: "stands", phase: "replace", remaining: ["replace"] };
  },
});

/** Records that were not read are taken for none, and lists for whole. */
function asWhole(snapshot: Snapshot): Snapshot {
  const kinds = ["apps/v1/DaemonSet", "apps/v1/ControllerRevision", "v1/Pod"];
  return {
    ...snapshot,
    gaps: [],
    steps: snapshot.steps ?? [],
    coverage: kinds.map((kind) => ({ kind, namespace: "kube-system", complete: true })),
  };
}

export const unlistedPodsAreNone: Judge = misread(asWhole);
export const unlistedStepsAreNone: RolloutJudge = misreadRollouts(asWhole);

type FluxEntry = NonNullable<ReturnType<Judge>["flux"]>[number];

function retold(tell: (entry: FluxEntry) => FluxEntry): Judge {
  return (snapshot, profile) => {
    const decision = right(snapshot, profile);
    return decision.flux === undefined ? decision : { ...decision, flux: decision.flux.map(tell) };
  };
}

/** What is seen at the same time is taken for what stands in the way (as on 2026-08-06). */
export const coincidentIsTheCause: Judge = retold((entry) => ({
  ...entry,
  because: [
    ...entry.because,
    ...entry.coincident.map((edge) => ({ ...edge, class: "derived" as const })),
  ],
}));

/** The first thing in the way is taken for the only one, as Flux names its dependencies. */
export const firstIsTheOnly: Judge = retold((entry) => ({
  ...entry,
  because: entry.because.slice(0, 1),
}));

/** An object of Flux that was not read is taken for one that is gone. */
export const unreadIsGone: Judge = misread((snapshot) => ({
  ...snapshot,
  gaps: [],
  coverage: [
    ...snapshot.coverage,
    ...(snapshot.gaps ?? []).flatMap(({ name = "" }) => ({
      kind: name.split("/").slice(0, -2).join("/"),
      complete: true,
    })),
  ],
}));

/** A step that was skipped is passed over, as a green tick passes it over (the first seed). */
export const skippedIsFine: Judge = judgeBy(
  mistakenPolicies("deploy-outcome", [["variables.skipped && !step.suppressed", "1 == 2"]]),
);

/** What the run made of a step is taken for what the step did. */
export const conclusionIsOutcome: Judge = (snapshot, profile) => {
  const { pipeline } = profile.spec;
  if (pipeline === undefined) return right(snapshot, profile);
  const requiredSteps = pipeline.requiredSteps.map((step) => ({ ...step, continueOnError: false }));
  const spec = { ...profile.spec, pipeline: { ...pipeline, requiredSteps } };
  return right(withoutOutcomes(snapshot), { ...profile, spec });
};

function withoutOutcomes(snapshot: Snapshot): Snapshot {
  const { pipeline } = snapshot;
  if (pipeline === undefined) return snapshot;
  const steps = Object.fromEntries(
    Object.entries(pipeline.steps).map(([name, { outcome: _, ...rest }]) => [name, rest]),
  );
  return { ...snapshot, pipeline: { ...pipeline, steps } };
}

/** A step that was not read is taken for one that the run does not have. */
export const unreadStepIsMissing: Judge = misread((snapshot) => ({ ...snapshot, gaps: [] }));
