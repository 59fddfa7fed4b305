import { describe, expect, it } from "vitest";
import { releaseCandidateTemplate } from "../../../../src/engine/facts/fleet/release-candidate-template.ts";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { Snapshot, SnapshotGap } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive } from "../derive.ts";
import { gate } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";
import { fleetOf, helmReleaseKey, helmReleaseObject } from "./cilium-fleet.ts";

const key = "helm.toolkit.fluxcd.io/HelmRelease/kube-system/cilium";
const digest = (letter: string) => `digest:${letter.repeat(16)}`;

interface Case {
  readonly live?: JsonObject | null;
  readonly declared?: JsonObject | null;
  readonly substituted?: readonly string[];
  readonly gaps?: readonly SnapshotGap[];
}

const spec = {
  chart: { spec: { chart: "cilium", version: "1.20.0" } },
  upgrade: { remediation: { retries: -1 } },
  values: { devices: digest("a"), hubble: { enabled: true, replicas: 2 }, hosts: [digest("b")] },
} satisfies JsonObject;
const { values, upgrade, ...others } = spec;
const withValues = (more: JsonObject): JsonObject => ({ ...spec, values: { ...values, ...more } });
const gated: JsonObject = {
  ...withValues({ updateStrategy: { rollingUpdate: null, type: digest("c") } }),
  upgrade: { ...upgrade, disableWait: true },
};

function subjectOf({ live = gated, declared = spec, substituted, gaps = [] }: Case) {
  const snapshot: Partial<Snapshot> = {
    objects:
      live === null ? {} : { [helmReleaseKey]: { ...helmReleaseObject(undefined), spec: live } },
    gaps,
    ...(declared === null
      ? {}
      : {
          rendered: {
            helmReleases: {
              [key]: {
                spec: declared,
                ...(substituted === undefined ? {} : { substituted: [...substituted] }),
              },
            },
          },
        }),
  };
  return fleetOf(snapshot);
}

const fact = (given: Case) => derive(releaseCandidateTemplate, subjectOf(given));

describe("release.candidateTemplate", () => {
  it.each<Case & { template: string; why: string }>([
    { template: "same", why: "only the gate's own fields differ" },
    { declared: gated, template: "same", why: "the tree still declares the gate" },
    {
      live: { ...gated, upgrade: { disableWait: true } },
      declared: { ...others, values },
      template: "same",
      why: "nothing is left of a map that held the gate's field alone",
    },
    {
      declared: { ...spec, chart: { spec: { chart: "cilium", version: "1.20.1" } } },
      template: "changed",
      why: "another chart version is declared",
    },
    { declared: withValues({ devices: digest("f") }), template: "changed", why: "a value differs" },
    { declared: withValues({ more: true }), template: "changed", why: "a value is new" },
    {
      live: withValues({ more: true }),
      template: "changed",
      why: "a value is gone: the API server puts none in",
    },
    { declared: withValues({ hosts: [] }), template: "changed", why: "an item is gone" },
    {
      declared: withValues({ hubble: { enabled: true, replicas: "2" } }),
      template: "changed",
      why: "a number became text",
    },
    {
      live: {
        ...gated,
        chart: { spec: { chart: "cilium", version: "1.20.0", reconcileStrategy: "ChartVersion" } },
      },
      template: "same",
      why: "the cluster has a default of the API server",
    },
    {
      live: {
        ...gated,
        chart: { spec: { chart: "cilium", version: "1.20.0", reconcileStrategy: "Revision" } },
      },
      template: "Incomparable",
      why: "the cluster has what Git does not declare, which may be put in",
    },
    {
      declared: withValues({ devices: digest("f") }),
      substituted: ["/spec/values/devices"],
      template: "Incomparable",
      why: "Flux still puts something in",
    },
    {
      declared: withValues({ devices: digest("f"), more: true }),
      substituted: ["/spec/values/devices"],
      template: "changed",
      why: "something else differs, whatever Flux puts in",
    },
    { declared: withValues({ more: null }), template: "Incomparable", why: "a null says nothing" },
    { declared: null, template: "NotRead", why: "it was not rendered" },
    { live: null, template: "NotRead", why: "the cluster's was not read" },
    {
      gaps: [{ part: "rendered", name: key, reason: "Partial" }],
      template: "Partial",
      why: "it was rendered in part",
    },
  ])("is $template where $why", (row) => {
    const { template } = row;
    const found = fact(row);
    if (found.state === "value") expect(found.value).toBe(template);
    else expect(codesOf(found)).toEqual([template]);
    expect(found.state === "unknown" ? found.present : true).toBe(true);
  });

  it("is changed where the cluster has none, and absent where the profile names nothing to compare", () => {
    const coverage = [{ kind: "helm.toolkit.fluxcd.io/v2/HelmRelease", complete: true }];
    expect(shown(derive(releaseCandidateTemplate, fleetOf({ coverage })))).toBe("changed");
    const { helmRelease: _helmRelease, ...unnamed } = gate;
    const { ownership: _ownership, ...holdsNothing } = unnamed;
    const absent = derive(releaseCandidateTemplate, fleetOf({}, { gate: holdsNothing }));
    expect(shown(absent)).toBe("absent");
    // A recorded hash asks for a comparison that cannot be made.
    expect(codesOf(derive(releaseCandidateTemplate, fleetOf({}, { gate: unnamed })))).toEqual([
      "NotRead",
    ]);
  });
});
