import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot, TalosNodeRecord } from "../../src/snapshot/snapshot.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
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
