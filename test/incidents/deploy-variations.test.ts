import { describe, expect, it } from "vitest";
import type { ProfileDocument } from "../../src/generated/profile-types.ts";
import { decideVaried, saidBy, type Variation } from "./vary.ts";

// What a deploy claims, held against what it did: one change to the incident each.

const daemonSet = "apps/v1/DaemonSet/kube-system/cilium";
const helmRelease = "helm.toolkit.fluxcd.io/v2/HelmRelease/kube-system/cilium";

describe("what Helm says it delivered", () => {
  const status =
    (change: (status: Record<string, unknown>) => void): NonNullable<Variation["snapshot"]> =>
    (snapshot) => {
      const object = snapshot.objects[daemonSet];
      if (object === undefined) throw new Error("no DaemonSet");
      change(object.status as Record<string, unknown>);
    };
  it.each<{ why: string; over: Partial<Variation>; said: readonly string[] }>([
    { why: "no node took it over", over: {}, said: ["DeliveredNotAdopted (fail)"] },
    {
      why: "one node has not taken it over",
      over: { snapshot: status((counts) => Object.assign(counts, { updatedNumberScheduled: 8 })) },
      said: ["DeliveredNotAdopted (fail)"],
    },
    {
      why: "every node took it over",
      over: { snapshot: status((counts) => Object.assign(counts, { updatedNumberScheduled: 9 })) },
      said: [],
    },
    {
      why: "the controller has not looked at the template yet",
      over: { snapshot: status((counts) => Object.assign(counts, { observedGeneration: 23 })) },
      said: [],
    },
    { why: "the fleet moves", over: { folder: "stalled-gate/released" }, said: [] },
    {
      why: "the release was not read",
      over: { snapshot: ({ objects }) => void delete objects[helmRelease] },
      said: ["DeliveredNotAdopted (unknown)"],
    },
    {
      why: "the profile names no release",
      over: { profile: ({ spec }) => void delete spec.gates?.[0]?.helmRelease },
      said: [],
    },
  ])("is held against the fleet where $why", ({ over, said }) => {
    const decision = decideVaried({ folder: "stalled-gate/held", ...over });
    expect(saidBy(decision, /^deploy-outcome-delivery$/)).toEqual(said);
    expect(decision.verdicts.deploy).toBe("allow");
  });
});

describe("a required step", () => {
  type Pipeline = NonNullable<Parameters<NonNullable<Variation["snapshot"]>>[0]["pipeline"]>;
  const pipeline =
    (change: (pipeline: Pipeline) => void): NonNullable<Variation["snapshot"]> =>
    (snapshot) => {
      if (snapshot.pipeline === undefined) throw new Error("no pipeline");
      change(snapshot.pipeline);
    };
  const step = (id: string, record: Pipeline["steps"][string]) =>
    pipeline(({ steps }) => Object.assign(steps, { [id]: record }));
  const swap = (first: string, second: string) =>
    pipeline(({ orders = [] }) => {
      for (const order of orders) {
        const [a, b] = [order.indexOf(first), order.indexOf(second)];
        order[a] = second;
        order[b] = first;
      }
    });
  const profile =
    (
      change: (pipeline: NonNullable<ProfileDocument["spec"]["pipeline"]>) => void,
    ): NonNullable<Variation["profile"]> =>
    ({ spec }) => {
      if (spec.pipeline === undefined) throw new Error("no pipeline");
      change(spec.pipeline);
    };
  const update = "cluster_update";
  const promote = "promote_latest";

  it.each<{
    why: string;
    over: Partial<Variation>;
    name: string;
    said: readonly string[];
    deploy: string;
  }>([
    {
      why: "skipped in a green job, as the gate that is declared suppresses it",
      over: {},
      name: update,
      said: ["StepSuppressed (fail)"],
      deploy: "allow",
    },
    {
      why: "skipped in a green job, and nothing says why",
      over: { profile: ({ spec }) => void delete spec.gates?.[0]?.suppresses },
      name: update,
      said: ["StepSkipped (fail)"],
      deploy: "deny",
    },
    {
      why: "skipped, and whether the gate is declared was not read",
      over: { snapshot: (snapshot) => void delete snapshot.git },
      name: update,
      said: ["StepSuppressed (unknown)", "StepSkipped (unknown)"],
      deploy: "indeterminate",
    },
    {
      why: "skipped in a run of an event that does not require it",
      over: {
        profile: profile(({ requiredSteps }) => {
          for (const one of requiredSteps) one.events = ["workflow_dispatch"];
        }),
      },
      name: update,
      said: ["StepNotApplicable (fail)"],
      deploy: "allow",
    },
    {
      why: "in a run of an event that requires it",
      over: {
        profile: profile(({ requiredSteps }) => {
          for (const one of requiredSteps) one.events = ["merge_group"];
        }),
      },
      name: update,
      said: ["StepSuppressed (fail)"],
      deploy: "allow",
    },
    {
      why: "successful after 0 ms",
      over: { snapshot: step(promote, { outcome: "success", durationMs: 0 }) },
      name: promote,
      said: ["StepDidNothing (fail)"],
      deploy: "deny",
    },
    {
      why: "successful after 1 ms",
      over: { snapshot: step(promote, { outcome: "success", durationMs: 1 }) },
      name: promote,
      said: [],
      deploy: "allow",
    },
    {
      why: "failed, and the run with it",
      over: { snapshot: step(promote, { outcome: "failure", conclusion: "failure" }) },
      name: promote,
      said: ["StepFailed (fail)"],
      deploy: "deny",
    },
    {
      why: "failed, and nothing says what the run made of it",
      over: { snapshot: step(promote, { outcome: "failure" }) },
      name: promote,
      said: ["StepFailed (fail)"],
      deploy: "deny",
    },
    {
      why: "failed, and the run went on green",
      over: { snapshot: step(promote, { outcome: "failure", conclusion: "success" }) },
      name: promote,
      said: ["StepFailureIgnored (fail)"],
      deploy: "deny",
    },
    {
      why: "concluded well though it may have failed",
      over: {
        snapshot: step(promote, { conclusion: "success", durationMs: 2000 }),
        profile: profile(({ requiredSteps }) => {
          for (const one of requiredSteps) one.continueOnError = true;
        }),
      },
      name: promote,
      said: ["StepFailureIgnored (unknown)"],
      deploy: "indeterminate",
    },
    {
      why: "cancelled",
      over: { snapshot: step(promote, { outcome: "cancelled", conclusion: "cancelled" }) },
      name: promote,
      said: ["StepFailed (fail)"],
      deploy: "deny",
    },
    {
      why: "not in the run",
      over: { snapshot: pipeline(({ steps }) => void delete steps[promote]) },
      name: promote,
      said: ["StepMissing (fail)"],
      deploy: "deny",
    },
    {
      why: "promoted before it was verified",
      over: { snapshot: swap("verify_evidence", promote) },
      name: promote,
      said: ["StepOutOfOrder (fail)"],
      deploy: "deny",
    },
    {
      why: "promoted before it was verified, where the profile demands no order",
      over: {
        snapshot: swap("verify_evidence", promote),
        profile: profile((demanded) => void delete demanded.ordered),
      },
      name: promote,
      said: [],
      deploy: "allow",
    },
    {
      why: "of an order that nobody recorded",
      over: { snapshot: pipeline((read) => void delete read.orders) },
      name: promote,
      said: ["StepOutOfOrder (unknown)"],
      deploy: "indeterminate",
    },
    {
      why: "run though the gate that suppresses it is declared",
      over: { snapshot: step(update, { outcome: "success", durationMs: 214_731 }) },
      name: update,
      said: ["StepRanUnderGate (fail)"],
      deploy: "allow",
    },
    {
      why: "run once the gate was gone",
      over: { folder: "stalled-gate/released" },
      name: update,
      said: [],
      deploy: "allow",
    },
  ])("is told: $why", ({ over, name, said, deploy }) => {
    const decision = decideVaried({ folder: "stalled-gate/held", ...over });
    expect(saidBy(decision, /^deploy-outcome$/, name)).toEqual(said);
    expect(decision.verdicts.deploy).toBe(deploy);
  });

  it("says after which failure it was skipped", () => {
    const decision = decideVaried({
      folder: "stalled-gate/released",
      snapshot: pipeline(({ steps }) => {
        steps.verify_evidence = { outcome: "failure", conclusion: "failure" };
        steps[promote] = { outcome: "skipped", conclusion: "skipped" };
      }),
    });
    const messages = decision.findings
      .filter((finding) => finding.name === promote)
      .map(({ message }) => message);
    expect(messages).toEqual([
      "promote_latest was skipped in a run that says success, and no declared gate suppresses it; before it failed: verify_evidence",
    ]);
  });

  it("is not missing because a conclusion is all that was given", () => {
    const decision = decideVaried({
      folder: "stalled-gate/held",
      files: ({ file, text }) =>
        file.endsWith("run.json")
          ? '{"conclusion":"success"}'
          : file.endsWith(".log")
            ? undefined
            : text,
    });
    expect(decision.verdicts.deploy).toBe("indeterminate");
    const outcomes = new Set(
      decision.findings.filter(({ subject }) => subject === "step").map(({ outcome }) => outcome),
    );
    expect(outcomes).toEqual(new Set(["unknown"]));
  });
});

describe("how long a step took against earlier runs", () => {
  /** The update took `durationMs`, and in earlier runs that went well these. */
  const against = (durationMs: number, ...earlier: readonly number[]): Variation => ({
    folder: "stalled-gate/released",
    snapshot: ({ pipeline }) => {
      if (pipeline === undefined) throw new Error("no pipeline");
      pipeline.steps.cluster_update = { outcome: "success", durationMs };
      pipeline.earlier = earlier.map((each) => ({
        conclusion: "success",
        steps: { cluster_update: { conclusion: "success", durationMs: each } },
      }));
    },
  });
  const usual = [200_000, 200_000, 200_000];
  it.each<{ given: Variation; said: readonly string[]; why: string }>([
    { given: against(19_999, ...usual), said: ["StepMuchShorter (fail)"], why: "under a tenth" },
    { given: against(20_000, ...usual), said: [], why: "a tenth" },
    { given: against(1_000_000, ...usual), said: [], why: "five times" },
    {
      given: against(1_002_000, ...usual),
      said: ["StepMuchLonger (fail)"],
      why: "more than five times, by a whole percent",
    },
    { given: against(1, ...usual.slice(1)), said: [], why: "two earlier runs are too few" },
    { given: against(1), said: [], why: "none were given: not applicable, and not unknown" },
    { given: against(1, 9999, 9999, 9999), said: [], why: "it is short anyway" },
    { given: against(1, 10_000, 10_000, 10_000), said: ["StepMuchShorter (fail)"], why: "10 s" },
    { given: against(0, ...usual), said: ["StepDidNothing (fail)"], why: "0 ms has its own rule" },
    {
      given: { ...against(39_999, ...usual), params: [{ name: "shortPercent", value: "20" }] },
      said: ["StepMuchShorter (fail)"],
      why: "under a fifth, where that is asked",
    },
  ])("is $said where it is $why", ({ given, said }) => {
    expect(saidBy(decideVaried(given), /^deploy-outcome$/, "cluster_update")).toEqual(said);
  });
});
