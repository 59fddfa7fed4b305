import { describe, expect, it } from "vitest";
import { decideVaried, saidBy, type Variation } from "./vary.ts";

// What Git declares of sources, held against the cluster: one change to the incident each.

describe("artifacts that Git declares to be verified", () => {
  const key = "source.toolkit.fluxcd.io/v1/OCIRepository/flux-system/flux-system";
  const live =
    (change: (object: LiveSource) => void): NonNullable<Variation["snapshot"]> =>
    ({ objects }) => {
      const object = objects[key];
      if (object === undefined) throw new Error("no OCIRepository");
      change(object as unknown as LiveSource);
    };
  interface LiveSource {
    spec: { verify?: { provider: string } };
    status: { conditions: { type: string; status: string }[] };
  }
  const released = "stalled-gate/released";
  const unverified = live(({ spec }) => void delete spec.verify);
  const unsuppressed: NonNullable<Variation["profile"]> = ({ spec }) =>
    void delete spec.gates?.[0]?.suppresses;

  it.each<{
    why: string;
    over: Partial<Variation>;
    said: readonly string[];
    deploy: string;
  }>([
    {
      why: "the gate suppresses the step that writes it",
      over: {},
      said: ["VerificationSuppressed (fail)"],
      deploy: "allow",
    },
    { why: "it is live", over: { folder: released }, said: [], deploy: "allow" },
    {
      why: "the step that writes it says success, and it is not live",
      over: { folder: released, snapshot: unverified },
      said: ["VerificationNotApplied (fail)"],
      deploy: "deny",
    },
    {
      why: "the step that writes it says success, and another one is live",
      over: {
        folder: released,
        snapshot: live(
          ({ spec }) => void Object.assign(spec, { verify: { provider: "notation" } }),
        ),
      },
      said: ["VerificationNotApplied (fail)"],
      deploy: "deny",
    },
    {
      why: "it is not live, and the profile does not say who writes it",
      over: {
        folder: released,
        snapshot: unverified,
        profile: ({ spec }) => void delete spec.sources?.[0]?.writtenBy,
      },
      said: ["VerificationNotLive (fail)"],
      deploy: "allow",
    },
    {
      why: "it is not live, and the step that writes it was skipped for no known reason",
      over: { profile: unsuppressed },
      said: ["VerificationNotLive (fail)"],
      deploy: "deny",
    },
    {
      why: "Git no longer declares it",
      over: {
        folder: released,
        snapshot: ({ git }) =>
          void Object.assign(git?.files["ksail.prod.yaml"] ?? {}, {
            verifications: [{ pointer: "/spec/workload/verify" }],
          }),
      },
      said: ["VerificationNotDeclared (fail)"],
      deploy: "allow",
    },
    {
      why: "Flux could not verify the newest artifact",
      over: {
        folder: released,
        snapshot: live(({ status }) => {
          for (const one of status.conditions)
            if (one.type === "SourceVerified") one.status = "False";
        }),
      },
      said: ["VerificationFailed (fail)"],
      deploy: "allow",
    },
    {
      why: "a complete list does not hold the source",
      over: {
        snapshot: ({ objects, coverage }) => {
          delete objects[key];
          coverage.push({ kind: "source.toolkit.fluxcd.io/v1/OCIRepository", complete: true });
        },
      },
      said: ["SourceMissing (fail)"],
      deploy: "allow",
    },
    {
      why: "the source was not read, after a step that says it wrote it",
      over: { folder: released, snapshot: ({ objects }) => void delete objects[key] },
      said: [
        "SourceMissing (unknown)",
        "VerificationNotApplied (unknown)",
        "VerificationFailed (unknown)",
      ],
      deploy: "indeterminate",
    },
    {
      why: "the profile names no source",
      over: { profile: ({ spec }) => void delete spec.sources },
      said: [],
      deploy: "allow",
    },
  ])("are held against the cluster where $why", ({ over, said, deploy }) => {
    const decision = decideVaried({ folder: "stalled-gate/held", ...over });
    expect(saidBy(decision, /^deploy-outcome-sources$/)).toEqual(said);
    expect(decision.verdicts.deploy).toBe(deploy);
  });
});
