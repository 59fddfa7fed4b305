import { describe, expect, it } from "vitest";
import { renderText } from "../../src/report/render-text.ts";
import { decideLoaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// The second incident as one snapshot of one evening: each of its facts is told, and none for another's cause.

const decision = decideLoaded(shippedPolicies(), loadSources(readIncident("stalled-gate/whole")));
const text = renderText(decision, { width: 200, color: false });

describe("the evening of 2026-08-06 in one snapshot", () => {
  it.each<{ why: string; told: RegExp }>([
    {
      why: "day and window",
      told: /day 11 of 14.*warns since 2026-08-02 00:00 UTC.*fails from 2026-08-09 00:00 UTC/s,
    },
    {
      why: "stalled since the template moved",
      told: /STALLED {2}newer revisions wait unadopted since 2026-07-28 18:19:31 UTC/,
    },
    {
      why: "nine agents on 19, four newer in order",
      told: /pod since +19 {2}20 {2}23 {2}26 {2}27\n(.*2026-07-28 +# +\. +\. +\. +\.\n){9}/,
    },
    {
      why: "rc.0 → GA, and the SPIRE volume",
      told: /a step from 19 .*9 nodes.*v1\.20\.0-rc\.0 → v1\.20\.0 \(pre-release → release\).*volume spire-agent-socket removed/s,
    },
    {
      why: "involuntary adoption",
      told: /AdoptedWithoutStep: adopted without a recorded step: 19 ×9 on 2026-07-28/,
    },
    { why: "release unsafe and why", told: /release: NOT ALLOWED\n +FleetNotUpdated: 0 of 9/ },
    {
      why: "rollback not free and why",
      told: /rollback: NOT ALLOWED\n +RollbackReplacesPods: .* replaces 9 pods/,
    },
    {
      why: "the suppressed step inside a green run",
      told: /the run says success, 10 of 11.*cluster_update +skipped +0 ms +StepSuppressed/s,
    },
    {
      why: "the suspended autoscaler",
      told: /hetzner-cluster-autoscaler at 0 replicas, to restore: 1/,
    },
    {
      why: "green and undelivered",
      told: /DeliveredNotAdopted: Helm says success of version 1\.20\.0, and 0 of 9 nodes/,
    },
    {
      why: "the declared verification that is not live",
      told: /VerificationSuppressed: the declared verification of artifacts is not live/,
    },
    {
      why: "the DaemonSet beside the chain, not in it",
      told: /not the cause: {2}DaemonSet\/kube-system\/cilium {2}LessUpdated/,
    },
    {
      why: "what was not read of the chain's end",
      told: /not known: {2}NotRead: Cluster\/observability\/coroot-db/,
    },
  ])("tells $why", ({ told }) => {
    expect(text).toMatch(told);
  });

  it("names the DaemonSet as the cause of no Kustomization", () => {
    const causes = (decision.flux ?? []).flatMap((each) =>
      each.because.map(({ object }) => object),
    );
    expect(causes.filter((object) => object.includes("cilium"))).toEqual([]);
    expect(decision).toMatchObject({ verdict: "deny", vacuous: false });
  });
});
