import { describe, expect, it } from "vitest";
import { sourceFacts } from "../../../../src/engine/facts/source/source-facts.ts";
import { sourceVerification } from "../../../../src/engine/facts/source/source-verification.ts";
import { sourceVerified } from "../../../../src/engine/facts/source/source-verified.ts";
import type { SourceSubject } from "../../../../src/engine/facts/subject.ts";
import type { JsonObject, JsonValue } from "../../../../src/input/json-value.ts";
import type { ProfileSource } from "../../../../src/profile/profile.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, deriveAll, evidenceOf, sourceOf } from "../derive.ts";
import { declaredFiles, gate } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";

const named: ProfileSource = {
  name: "manifests",
  ociRepository: { namespace: "flux-system", name: "flux-system" },
  verification: { file: "cluster.yaml", pointer: "/spec/verify" },
  writtenBy: "cluster_update",
};
const { verification: _file, ...unfiled } = named;
const cosign = { provider: "cosign", matchOIDCIdentity: [{ issuer: "i", subject: "s" }] };
const keyed = { provider: "cosign", secretRef: { name: "key" } };
const v1 = "source.toolkit.fluxcd.io/v1";

interface SourceCase {
  /** What Git says; `null`: nothing stands there; undefined: the file was not read. */
  readonly declared?: JsonObject | null;
  readonly rendered?: JsonObject | null;
  /** What the cluster has; `null`: nothing; undefined: it was not read. */
  readonly live?: JsonObject | null;
  readonly conditions?: readonly JsonValue[];
  readonly apiVersion?: string;
  readonly listed?: boolean;
  readonly gaps?: Snapshot["gaps"];
  readonly named?: ProfileSource;
}

const verifyOf = (value: JsonObject | null): JsonObject =>
  value === null ? {} : { verify: value };

function subjectOf(given: SourceCase): SourceSubject {
  const { declared, rendered, live, conditions = [], apiVersion = v1, listed = false } = given;
  const object: ClusterObject = {
    apiVersion,
    kind: "OCIRepository",
    metadata: { name: "flux-system", namespace: "flux-system", uid: "u", generation: 9 },
    spec: verifyOf(live ?? null),
    status: { conditions: [...conditions] },
  };
  const snapshot: Partial<Snapshot> = {
    objects:
      live === undefined ? {} : { [`${apiVersion}/OCIRepository/flux-system/flux-system`]: object },
    coverage: listed ? [{ kind: `${v1}/OCIRepository`, complete: true }] : [],
    git: {
      files: {
        ...declaredFiles,
        ...(declared === undefined
          ? {}
          : {
              "cluster.yaml": {
                verifications: [{ pointer: "/spec/verify", ...verifyOf(declared) }],
              },
            }),
      },
    },
    ...(rendered === undefined
      ? {}
      : {
          rendered: {
            verifications: {
              "source.toolkit.fluxcd.io/OCIRepository/flux-system/flux-system": verifyOf(rendered),
            },
          },
        }),
    ...(given.gaps === undefined ? {} : { gaps: given.gaps }),
  };
  return { source: sourceOf(snapshot, { gates: [gate] }), named: given.named ?? named };
}

describe("source.verification", () => {
  it.each<{ given: SourceCase; state: unknown; why: string }>([
    {
      given: { declared: cosign, live: null },
      state: "notLive",
      why: "the seed: it never got there",
    },
    { given: { declared: cosign, live: cosign }, state: "same", why: "it is live" },
    {
      given: {
        declared: cosign,
        live: { ...cosign, matchOIDCIdentity: [{ issuer: "i", subject: "t" }] },
      },
      state: "changed",
      why: "another identity may sign",
    },
    {
      given: { declared: cosign, live: keyed },
      state: "changed",
      why: "a key stands for identities",
    },
    {
      given: {
        declared: { ...cosign, matchOIDCIdentity: [{ issuer: "a" }, { issuer: "b" }] },
        live: { ...cosign, matchOIDCIdentity: [{ issuer: "b" }, { issuer: "a" }, { issuer: "b" }] },
      },
      state: "same",
      why: "identities are alternatives, in any order",
    },
    {
      given: { declared: { secretRef: { name: "key" } }, live: keyed },
      state: "same",
      why: "cosign is the API's default",
    },
    {
      given: { declared: { ...keyed, matchOIDCIdentity: [] }, live: keyed },
      state: "same",
      why: "an empty list says nothing",
    },
    { given: { declared: null, live: cosign }, state: "notDeclared", why: "Git says nothing" },
    { given: { declared: null, live: null }, state: "none", why: "nobody asks for it" },
    {
      given: { declared: cosign, live: cosign, apiVersion: "source.toolkit.fluxcd.io/v1beta2" },
      state: "same",
      why: "an older version of the API is the same object",
    },
    {
      given: { declared: cosign, listed: true },
      state: "absent",
      why: "a complete list does not hold the source",
    },
    { given: { live: cosign }, state: "unknown", why: "the file was not read" },
    { given: { declared: cosign }, state: "unknown", why: "the cluster was not read" },
    {
      given: { named: unfiled, rendered: cosign, live: cosign },
      state: "same",
      why: "it was rendered",
    },
    {
      given: { named: unfiled, live: cosign },
      state: "unknown",
      why: "it was neither named nor rendered",
    },
    {
      given: { declared: cosign, rendered: cosign, live: null },
      state: "notLive",
      why: "file and rendering agree",
    },
    {
      given: { declared: cosign, rendered: null, live: null },
      state: "unknown",
      why: "file and rendering disagree",
    },
  ])("is $state: $why", ({ given, state }) => {
    expect(shown(derive(sourceVerification, subjectOf(given)))).toBe(state);
  });

  it.each<{ given: SourceCase; oneOf: unknown; codes: readonly string[]; why: string }>([
    {
      given: { live: null },
      oneOf: ["notLive", "none"],
      codes: ["NotRead"],
      why: "the cluster verifies nothing",
    },
    {
      given: { live: cosign },
      oneOf: ["same", "changed", "notDeclared"],
      codes: ["NotRead"],
      why: "the cluster verifies",
    },
    {
      given: { declared: cosign },
      oneOf: ["same", "changed", "notLive", null],
      codes: ["NotRead"],
      why: "Git declares it, and the source may not be there",
    },
    {
      given: { declared: null, gaps: [{ part: "objects", reason: "Forbidden" }] },
      oneOf: ["notDeclared", "none", null],
      codes: ["Forbidden"],
      why: "Git does not declare it",
    },
    {
      given: { declared: cosign, rendered: keyed, live: null },
      oneOf: ["notLive", "none"],
      codes: ["Inconsistent"],
      why: "two declarations disagree",
    },
  ])("may still be $oneOf where $why", ({ given, oneOf, codes }) => {
    const fact = derive(sourceVerification, subjectOf(given));
    expect(fact).toMatchObject({ oneOf });
    expect(codesOf(fact)).toEqual(codes);
  });

  it("tells where both sides stand", () => {
    expect(evidenceOf(sourceVerification, subjectOf({ declared: cosign, live: null }))).toEqual([
      ["/git/files/cluster.yaml/verifications/0/verify/provider", "cosign"],
      [
        "/objects/source.toolkit.fluxcd.io~1v1~1OCIRepository~1flux-system~1flux-system/spec/verify/provider",
        null,
      ],
    ]);
  });
});

describe("source.verified", () => {
  const condition = (status: string, rest: JsonObject = {}): readonly JsonValue[] => [
    { type: "Ready", status: "True" },
    { type: "SourceVerified", status, observedGeneration: 9, ...rest },
  ];
  it.each<{ given: SourceCase; result: unknown; why: string }>([
    { given: { live: cosign, conditions: condition("True") }, result: "passed", why: "it is true" },
    {
      given: { live: cosign, conditions: condition("False") },
      result: "failed",
      why: "it is false",
    },
    {
      given: { live: cosign, conditions: condition("Unknown") },
      result: "pending",
      why: "Flux does not know",
    },
    {
      given: { live: cosign, conditions: condition("True", { observedGeneration: 8 }) },
      result: "pending",
      why: "it is about what was asked before",
    },
    { given: { live: null }, result: "none", why: "there is no such condition" },
    { given: { listed: true }, result: "absent", why: "there is no such source" },
    { given: {}, result: "unknown", why: "the cluster was not read" },
  ])("is $result where $why", ({ given, result }) => {
    expect(shown(derive(sourceVerified, subjectOf(given)))).toBe(result);
  });
});

describe("source facts", () => {
  it("are known of the seed, but for the run, which was not given", () => {
    const facts = deriveAll(sourceFacts, subjectOf({ declared: cosign, live: null }));
    expect([...facts].map(([name, fact]) => [name, shown(fact)])).toEqual([
      ["source.name", "manifests"],
      ["source.verification", "notLive"],
      ["source.verified", "none"],
      ["source.writtenBy", "cluster_update"],
      ["source.writerOutcome", "unknown"],
      ["source.writerSuppressed", true],
    ]);
  });

  it("say nothing of a step that the profile does not name", () => {
    const { writtenBy: _step, ...unwritten } = named;
    const facts = deriveAll(sourceFacts, subjectOf({ live: null, named: unwritten }));
    const seen = ["source.writtenBy", "source.writerOutcome", "source.writerSuppressed"];
    expect(seen.map((name) => shown(facts.get(name) ?? { state: "absent" }))).toEqual([
      "absent",
      "absent",
      false,
    ]);
  });
});
