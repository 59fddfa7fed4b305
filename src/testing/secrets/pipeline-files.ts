import type { Planted } from "./planted.ts";

/** What CI and the jobs before this one left behind. */
export function pipelineFiles({
  literal,
  password,
  user,
}: Planted): Readonly<Record<string, string>> {
  return {
    "steps.json": JSON.stringify({
      cluster_update: {
        outputs: { token: literal, login: btoa(`${user}:${password}`) },
        outcome: "success",
        conclusion: "success",
      },
    }),
    "run.json": JSON.stringify({
      conclusion: "success",
      jobs: [{ name: literal, url: literal, steps: [{ name: "Update", conclusion: "success" }] }],
    }),
    "job.log": `logging in with ${password}\n##[end-action id=__self.cluster_update;outcome=success;conclusion=success;duration_ms=12;note=${literal}]\n`,
    "hand-off.json": JSON.stringify({
      version: 2,
      credential: "registry",
      credentialRevision: "a".repeat(64),
      image: `https://${user}:${password}@registry.example/?`,
      nodes: [{ name: "worker-1", uid: "uid-worker-1", bootId: "boot-worker-1", token: literal }],
      password,
    }),
  };
}
