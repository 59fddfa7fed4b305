// The deploy as CI shows it: `gh run view --json …`, and the job's log with the markers of its composite action.
import { after, digestFrom, kubectlJson } from "./shapes.mjs";

const updateTitle = "🔄 Update cluster (Talos machine config)";

/** Steps of the composite action that have an id, in order, with their usual duration in milliseconds. */
const chain = [
  ["cilium_rollout_gate", "🚦 Check the Cilium rollout gate", 5231],
  ["push_staging", "📦 Push manifests to the staging tag", 9418],
  ["resolve_staging", "🔎 Resolve the staging digest", 1107],
  ["cosign_sign", "✍️ Sign the artifact", 6240],
  ["generate_sbom", "🧾 Generate the SBOM", 11_873],
  ["attest_provenance", "📜 Attest the provenance", 4395],
  ["attest_sbom", "📜 Attest the SBOM", 4127],
  ["verify_evidence", "🔐 Verify the published evidence", 7316],
  ["promote_latest", "🏷️ Promote the digest", 2288],
  ["wait_flux_revision", "⏳ Wait for the exact revision", 84_502],
  ["cluster_update", updateTitle, 214_731],
];

export const requiredSteps = chain.map(([id, title]) => ({ id, title }));

function timeline({ startedAt, gated }) {
  let offset = 24;
  return chain.map(([id, title, usual]) => {
    const skipped = gated && id === "cluster_update";
    const durationMs = skipped ? 0 : usual;
    const from = after(startedAt, offset);
    offset += Math.ceil(durationMs / 1000);
    const result = skipped ? "skipped" : "success";
    return { id, title, result, durationMs, from, to: after(startedAt, offset) };
  });
}

/** `gh run view --json attempt,conclusion,createdAt,databaseId,event,…,workflowName` of a green deploy. */
export function run(deploy) {
  const steps = timeline(deploy);
  const end = steps.at(-1).to;
  const url = `https://github.com/platform-team/platform/actions/runs/${deploy.runId}`;
  const outer = (name, startedAt, completedAt, conclusion = "success") => ({
    completedAt,
    conclusion,
    name,
    startedAt,
    status: "completed",
  });
  const all = [
    outer("Set up job", deploy.startedAt, after(deploy.startedAt, 2)),
    outer("📑 Checkout", after(deploy.startedAt, 2), after(deploy.startedAt, 5)),
    ...steps.map(({ title, from, to, result }) => outer(title, from, to, result)),
    outer("Complete job", end, after(end, 1)),
  ];
  return kubectlJson({
    attempt: 1,
    conclusion: "success",
    createdAt: after(deploy.startedAt, -94),
    databaseId: deploy.runId,
    displayTitle: deploy.displayTitle,
    event: "merge_group",
    headBranch: `gh-readonly-queue/main/${deploy.pullRequest}`,
    headSha: digestFrom("", `commit/${deploy.pullRequest}`).slice(0, 40),
    jobs: [
      {
        completedAt: after(end, 1),
        conclusion: "success",
        databaseId: deploy.runId + 61_204_118,
        name: "🚀 Deploy to Prod",
        startedAt: deploy.startedAt,
        status: "completed",
        steps: all.map((step, index) => ({ ...step, number: index + 1 })),
        url: `${url}/job/${deploy.runId + 61_204_118}`,
      },
    ],
    name: "CI",
    number: deploy.number,
    startedAt: after(deploy.startedAt, -94),
    status: "completed",
    updatedAt: after(end, 12),
    url,
    workflowName: "CI",
  });
}

/** An excerpt of the job's raw log. */
export function log(deploy) {
  const lines = timeline(deploy).flatMap(({ id, title, result, durationMs, from, to }) => [
    [from, `##[start-action display=${title};id=__self.${id}]`],
    ...(id === "cilium_rollout_gate" ? [[to, gateLine(deploy)]] : []),
    ...(id === "promote_latest" ? [[to, `Promoted ${deploy.digest} to latest`]] : []),
    [
      to,
      `##[end-action id=__self.${id};outcome=${result};conclusion=${result};duration_ms=${durationMs}]`,
    ],
  ]);
  return lines
    .map(
      ([at, text], index) => `${at.replace("Z", `.${String(1_250_000 + index * 137)}Z`)} ${text}\n`,
    )
    .join("");
}

function gateLine({ gated }) {
  return gated
    ? "Cilium homogeneous-device rollout gate is active; the autoscaler stays suspended."
    : "Cilium homogeneous-device rollout gate is not active.";
}
