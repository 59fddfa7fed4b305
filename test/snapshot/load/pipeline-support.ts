import type { Profile } from "../../../src/profile/profile.ts";
import { profileWith } from "./load-support.ts";

/** The profile with another pipeline. */
export function profileOf(pipeline: NonNullable<Profile["spec"]["pipeline"]>): Profile {
  const profile = profileWith({});
  return { ...profile, spec: { ...profile.spec, pipeline } };
}

/** What `gh run view --json conclusion,jobs` gives of one job with one step that the profile requires. */
export const run = (conclusion: string, step: object = {}) => ({
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
/** `toJSON(steps)` of the same. */
export const steps = (outcome: string) => ({
  cluster_update: { outputs: { token: "s3cr3t" }, outcome, conclusion: outcome },
  __checkout: { outputs: {}, outcome: "success", conclusion: "success" },
});
