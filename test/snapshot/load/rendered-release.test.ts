import { describe, expect, it } from "vitest";
import { placesOf, profileWith, snapshotOf } from "./load-support.ts";

const base = profileWith({});
const [gate] = base.spec.gates ?? [];
if (gate === undefined) throw new Error("the profile has a gate");
const named = { namespace: "kube-system", name: "cilium" };
const profile = { ...base, spec: { ...base.spec, gates: [{ ...gate, helmRelease: named }] } };

const release = (spec: object, metadata: object = {}) =>
  JSON.stringify({
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: { ...named, ...metadata },
    spec,
  });
const uid = "5f0c0000-0000-4000-8000-00000000000a";
const key = "helm.toolkit.fluxcd.io/HelmRelease/kube-system/cilium";
const secret = "s3cr3t-value-of-a-chart";

describe("the HelmRelease of a gate", () => {
  it("is read as it is rendered, its values leaf by leaf as digests", () => {
    const spec = { interval: "10m", values: { replicas: 2, on: true, password: secret } };
    const { rendered } = snapshotOf({ files: { "out.yaml": release(spec) }, profile });
    expect(rendered?.helmReleases).toEqual({
      [key]: {
        spec: {
          interval: "10m",
          values: {
            replicas: 2,
            on: true,
            password: expect.stringMatching(/^digest:[0-9a-f]{16}$/),
          },
        },
      },
    });
  });

  it("compares with the live one, which is read in the same way", () => {
    const spec = { values: { a: { b: secret } } };
    const files = { "out.yaml": release(spec), "live.json": release(spec, { uid }) };
    const { objects, rendered } = snapshotOf({ files, profile });
    const live = objects["helm.toolkit.fluxcd.io/v2/HelmRelease/kube-system/cilium"];
    expect(live?.spec).toEqual(rendered?.helmReleases?.[key]?.spec);
  });

  it("says where Flux still puts something in", () => {
    const spec = {
      values: {
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as Flux has it
        replicas: "${cilium_replicas}",
        list: [1, "a-${b:=c}"],
        map: { "${key}": 1, other: "${x}" },
        plain: "$HOME",
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as Flux has it
      },
    };
    const { rendered } = snapshotOf({ files: { "out.yaml": release(spec) }, profile });
    expect(rendered?.helmReleases?.[key]?.substituted).toEqual([
      "/spec/values/list/1",
      "/spec/values/map",
      "/spec/values/replicas",
    ]);
  });

  it("must be one", () => {
    const files = {
      "a.yaml": release({ interval: "1m" }),
      "b.yaml": release({ interval: "2m" }),
    };
    expect(placesOf({ files, profile })).toEqual(["SNAPSHOT_CONFLICTING_OBJECT b.yaml:1:1"]);
  });

  it.each([
    { metadata: { name: "other" }, why: "another name" },
    { metadata: { namespace: "other" }, why: "another namespace" },
  ])("is not one of $why", ({ metadata }) => {
    const files = { "out.yaml": release({}, metadata) };
    expect(placesOf({ files, profile })).toEqual(["SNAPSHOT_UNRECOGNIZED out.yaml:1:1"]);
  });
});
