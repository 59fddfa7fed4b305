import { describe, expect, it } from "vitest";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import { declaredAccepted } from "../../../../src/engine/facts/node/declared-accepted.ts";
import { probesAhead } from "../../../../src/engine/facts/node/probes-ahead.ts";
import type { Probe } from "../../../../src/generated/snapshot-types.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configured,
  createDraft,
  declaredRevision,
  type Edit,
  earlierRevision,
  fingerprintOf,
  gapIn,
  noMarker,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  otherRevision,
  subjectOf,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const image = "ghcr.io/example/private:a";
const refused: Probe = {
  credential: "registry",
  image,
  through: "registry",
  result: "denied",
  revision: declaredRevision,
  at: "2026-08-06T11:00:00Z",
};
const taken: Probe = { ...refused, result: "pulled", at: "2026-08-06T11:01:00Z" };
/** Through the kubelet, in the present boot of the worker. */
const refusedHere: Probe = {
  credential: "registry",
  node: "worker-1",
  image,
  through: "kubelet",
  uncached: true,
  result: "denied",
  bootId: "boot-1",
  at: "2026-08-06T11:00:00Z",
};
const tried =
  (...probes: readonly Probe[]): Edit =>
  ({ snapshot }) => {
    snapshot.probes = [...probes];
  };
function without<Key extends keyof Probe>(probe: Probe, key: Key): Probe {
  const { [key]: _, ...rest } = probe;
  return rest as Probe;
}
/** The worker booted into another credential. */
const another: Edit = (draft) => {
  configured("b")(draft);
  noMarker(draft);
};
const reencrypted: Edit = ({ credential, evidence }) => {
  credential.history = true;
  evidence.previous = [{ revision: earlierRevision, fingerprint: fingerprintOf("a") }];
};

interface Example {
  readonly is: string;
  readonly probes: readonly Probe[];
  readonly edits?: readonly Edit[];
  readonly why: string;
}

describe("declared.accepted", () => {
  it.each<Example>([
    { is: "notTried", probes: [], why: "nobody tried" },
    { is: "no", probes: [refused], why: "the registry denied it" },
    { is: "yes", probes: [taken], why: "the registry took it" },
    { is: "yes", probes: [refused, taken], why: "it was taken later on" },
    {
      is: "yes",
      probes: [refused, { ...taken, at: "2026-08-06T11:00:00Z" }],
      why: "it was taken at that very instant",
    },
    {
      is: "no",
      probes: [refused, { ...taken, at: "2026-08-06T10:59:59Z" }],
      why: "it was taken only before: it may be revoked since",
    },
    {
      is: "no",
      probes: [refused, { ...taken, image: "ghcr.io/example/public:a" }],
      why: "another image has its own readers",
    },
    {
      is: "no",
      probes: [refused, { ...taken, revision: otherRevision }],
      edits: [otherDeclaredAt("2026-06-01T00:00:00Z")],
      why: "another credential was taken",
    },
    {
      is: "notTried",
      probes: [{ ...refused, revision: otherRevision }],
      edits: [otherDeclaredAt("2026-06-01T00:00:00Z")],
      why: "another credential was denied",
    },
    {
      is: "unknown: NotRecorded",
      probes: [refused, { ...taken, revision: otherRevision }],
      why: "what was taken may be this one encrypted anew: no history is collected",
    },
    {
      is: "unknown: NotRecorded",
      probes: [{ ...refused, revision: otherRevision }],
      why: "what was denied may be this one encrypted anew: no history is collected",
    },
    {
      is: "unknown: NotRead",
      probes: [{ ...refused, revision: otherRevision }],
      edits: [
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "the history, which is collected, was not read",
    },
    {
      is: "no",
      probes: [{ ...refused, revision: earlierRevision }],
      edits: [reencrypted],
      why: "it was denied under an older ciphertext",
    },
    { is: "notTried", probes: [{ ...refused, result: "failed" }], why: "that was no answer" },
    {
      is: "unknown: NotRecorded",
      probes: [without(refused, "revision")],
      why: "it may have been another credential",
    },
    {
      is: "notTried",
      probes: [{ ...without(refused, "revision"), at: "2026-06-30T23:59:59Z" }],
      edits: [noOtherDeclared],
      why: "it was not declared yet",
    },
    {
      is: "unknown: NotRecorded",
      probes: [{ ...without(refused, "revision"), at: "2026-07-01T00:00:00Z" }],
      edits: [noOtherDeclared],
      why: "it was declared at that very instant",
    },
    {
      is: "unknown: NotRecorded",
      probes: [{ ...without(refused, "revision"), at: "2026-06-30T23:59:59Z" }],
      why: "the recorded day may be that of a newer ciphertext: no history is collected",
    },
    {
      is: "unknown: NotRecorded",
      probes: [without(taken, "revision")],
      why: "another credential may have been taken",
    },
    {
      is: "unknown: NotRecorded",
      probes: [
        refused,
        without(taken, "revision"),
        { ...taken, image: "ghcr.io/example/public:a" },
      ],
      why: "what went through later may have been another credential, though this one was taken for another image",
    },
    {
      is: "no",
      probes: [{ ...refused, at: "2026-08-06T12:00:00Z" }],
      why: "it was denied at the instant of the snapshot",
    },
    {
      is: "unknown: NotRecorded",
      probes: [refused, without(taken, "at")],
      why: "it may have been taken before or after",
    },
    {
      is: "unknown: NotRecorded",
      probes: [refused, without(taken, "image")],
      why: "it may have been another image",
    },
    {
      is: "notTried",
      probes: [{ ...refused, at: "2026-08-06T12:00:01Z" }],
      why: "nobody can have tried after the snapshot was taken",
    },
    {
      is: "no",
      probes: [refused, { ...taken, at: "2026-08-06T12:00:01Z" }],
      why: "nor can that have taken it back",
    },
    { is: "no", probes: [refusedHere], why: "a runtime that has it loaded was denied" },
    { is: "yes", probes: [refusedHere, taken], why: "the registry took it later" },
    {
      is: "yes",
      probes: [{ ...refusedHere, result: "pulled" }],
      why: "a runtime that has it loaded pulled with it",
    },
    {
      is: "notTried",
      probes: [refusedHere],
      edits: [another],
      why: "a runtime with another credential says nothing of this one",
    },
    {
      is: "notTried",
      probes: [{ ...refusedHere, bootId: "boot-0" }],
      why: "it may have had another one loaded in an earlier boot",
    },
    {
      is: "notTried",
      probes: [{ ...refusedHere, uncached: false }],
      why: "the image was there already",
    },
    { is: "notTried", probes: [{ ...refusedHere, through: "talos" }], why: "Talos has its own" },
    {
      is: "notTried",
      probes: [{ ...refusedHere, node: "worker-9" }],
      why: "there is no such node",
    },
    {
      is: "unknown: Forbidden",
      probes: [{ ...refusedHere, node: "worker-9" }],
      edits: [gapIn("objects", "v1/Node")],
      why: "it may be a node that was not read",
    },
    {
      is: "unknown: NotRead NotRecorded",
      probes: [refusedHere],
      edits: [noMarker, noTimes],
      why: "what that runtime has loaded is not known",
    },
    {
      is: "unknown: Forbidden",
      probes: [refused],
      edits: [gapIn("probes")],
      why: "it may have been taken since",
    },
    {
      is: "unknown: Forbidden",
      probes: [taken],
      edits: [gapIn("probes")],
      why: "it may have been denied since",
    },
    {
      is: "unknown: Forbidden",
      probes: [],
      edits: [gapIn("probes")],
      why: "it may have been tried",
    },
  ])("is $is when $why", ({ is, probes, edits = [] }) => {
    expect(inShort(declaredAccepted, subjectOf(...edits, tried(...probes)))).toBe(is);
  });

  it("tells which pull was denied", () => {
    const elsewhere = { ...taken, image: "ghcr.io/example/public:a" };
    expect(evidenceOf(declaredAccepted, subjectOf(tried(elsewhere, refused)))).toEqual([
      ["/probes/1/result", "denied"],
    ]);
    expect(evidenceOf(declaredAccepted, subjectOf(tried(refused, elsewhere, taken)))).toEqual([
      ["/probes/1/result", "pulled"],
    ]);
  });
});

function decided(probes: readonly Probe[], ...edits: readonly Edit[]) {
  const draft = createDraft();
  for (const edit of [...edits, tried(...probes)]) edit(draft);
  return evaluate(shippedPolicies(), draft.snapshot, draft.profile, { intent: "reboot" });
}

describe("a credential that the registry refuses", () => {
  it("is rolled out no further", () => {
    const { findings, verdicts } = decided([refused], another);
    expect(findings.find(({ reason }) => reason === "CredentialRefused")).toMatchObject({
      outcome: "fail",
      denies: ["reboot"],
    });
    expect(verdicts.reboot).toBe("deny");
  });

  it("is told on a node that has it loaded and was denied a pull", () => {
    const { nodes, verdicts } = decided([refusedHere], noMarker, ({ documents }) => {
      for (const document of documents) delete document.nodeAnnotations;
    });
    expect(verdicts.reboot).toBe("deny");
    expect(nodes.find(({ name }) => name === "worker-1")?.message).toMatch(
      /the registry denied this runtime a pull/,
    );
  });

  it("is told where a pull is dated after the snapshot, which is not heeded", () => {
    const later = { ...refused, at: "2026-08-06T12:00:01Z" };
    expect(derive(probesAhead, subjectOf(tried(refused, later)))).toMatchObject({ value: 1 });
    const ofAnother = { ...later, credential: "quay" };
    expect(derive(probesAhead, subjectOf(tried(ofAnother, later)))).toMatchObject({ value: 1 });
    expect(derive(probesAhead, subjectOf(tried(later), gapIn("probes")))).toMatchObject({
      state: "unknown",
      atLeast: 1,
    });
    const { findings } = decided([later]);
    expect(findings.map(({ reason }) => reason)).toContain("ProbesAhead");
    expect(findings.map(({ reason }) => reason)).not.toContain("CredentialRefused");
  });
});
