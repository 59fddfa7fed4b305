import { describe, expect, it } from "vitest";
import { parsePointer, valueAt } from "../../../src/input/json-pointer.ts";
import type { JsonValue } from "../../../src/input/json-value.ts";
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
const digest = expect.stringMatching(/^digest:[0-9a-f]{16}$/);
const secret = "s3cr3t-value-of-a-chart";

describe("the HelmRelease of a gate", () => {
  it("is read as it is rendered, values and their keys as digests but for those of the gate", () => {
    const values = { updateStrategy: { type: "OnDelete", rollingUpdate: null }, [secret]: 2 };
    const spec = { interval: "10m", values };
    const { rendered } = snapshotOf({ files: { "out.yaml": release(spec) }, profile });
    const record = rendered?.helmReleases?.[key]?.spec as unknown as {
      interval: string;
      values: Record<string, unknown>;
    };
    expect(record.interval).toBe("10m");
    const { updateStrategy, ...others } = record.values;
    expect(Object.entries(others)).toEqual([[digest, 2]]);
    expect(updateStrategy).toMatchObject({ type: digest });
    expect(rendered?.helmReleases?.[key]?.strategies).toEqual({
      "/spec/values/updateStrategy/type": "OnDelete",
    });
    expect(Object.keys(updateStrategy as object).sort()).toEqual([digest, "type"]);
    expect(JSON.stringify(rendered)).not.toContain(secret.slice(0, 8));
  });

  it.each([
    { values: {}, told: null, why: "nothing stands there" },
    { values: { updateStrategy: null }, told: null, why: "a null stands above it" },
    { values: { updateStrategy: { type: "RollingUpdate" } }, told: "RollingUpdate", why: "a word" },
    { values: { updateStrategy: { type: secret } }, told: digest, why: "no word" },
    { values: { updateStrategy: { type: { a: 1 } } }, told: digest, why: "a map" },
  ])("says what the gate's field is rendered to: $why", ({ values, told }) => {
    const { rendered } = snapshotOf({ files: { "out.yaml": release({ values }) }, profile });
    expect(Object.values(rendered?.helmReleases?.[key]?.strategies ?? {})).toEqual([told]);
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
        "a key with blanks": "${y}",
        plain: "$HOME",
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as Flux has it
      },
    };
    const { rendered } = snapshotOf({ files: { "out.yaml": release(spec) }, profile });
    const { substituted = [] } = rendered?.helmReleases?.[key] ?? {};
    const shapes = substituted.map((pointer) => pointer.replaceAll(/digest:[0-9a-f]{16}/g, "*"));
    expect(shapes.sort()).toEqual([
      "/spec/values/*",
      "/spec/values/*",
      "/spec/values/*",
      "/spec/values/*/1",
    ]);
    // They lead to what they are about.
    const { spec: told } = rendered?.helmReleases?.[key] ?? {};
    for (const pointer of substituted)
      expect(valueAt({ spec: told } as JsonValue, parsePointer(pointer) ?? [])).toBeDefined();
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
