import { describe, expect, it } from "vitest";
import { placesOf, snapshotOf } from "./load-support.ts";

const kustomization = "k8s/controllers/kustomization.yaml";
const component = "k8s/controllers/cilium/components/devices/kustomization.yaml";
const day = "platform.example/rollout-gate-activated";

function fileOf(path: string, text: string) {
  return snapshotOf({ git: { [path]: text } }).git?.files[path];
}

describe("the kustomization", () => {
  it("gives components in one spelling and markers from comments alone", () => {
    const text = `resources: [a]
components:
  - ./cilium/components/devices/  # ${day}: 2026-07-26 (see runbook)
  - "other"
  # - cilium/components/off
text: "# ${day}: 2020-01-01"
`;
    expect(fileOf(kustomization, text)).toEqual({
      components: ["cilium/components/devices", "other"],
      markers: [{ key: day, value: "2026-07-26", line: 3 }],
    });
  });

  it.each([
    { comment: `${day}:2026-07-26`, values: ["2026-07-26"], why: "no blank" },
    { comment: `${day}:`, values: [""], why: "no day" },
    { comment: `${day}: "2026-07-26"`, values: ['"2026-07-26"'], why: "quotes" },
    {
      comment: `${day}: 2026-07-26 ${day}: 2026-08-01`,
      values: ["2026-07-26", "2026-08-01"],
      why: "two",
    },
    { comment: `x-${day}: 2026-07-26`, values: [], why: "a longer key" },
    { comment: `${day} 2026-07-26`, values: [], why: "no colon" },
  ])("reads a marker with $why", ({ comment, values }) => {
    const file = fileOf(kustomization, `components: []\n# ${comment}\n`);
    expect(file?.markers?.map(({ value }) => value)).toEqual(values);
  });

  it("tells a word that cannot be a day by its digest", () => {
    const file = fileOf(kustomization, `components: []\n# ${day}: tomorrow\n`);
    expect(file?.markers?.[0]?.value).toMatch(/^digest:[0-9a-f]{16}$/);
  });

  it("is found among other files by the end of its path", () => {
    const files = { [`checkout/${kustomization}`]: "components: []\n" };
    expect(snapshotOf({ files }).git?.files[kustomization]?.components).toEqual([]);
  });

  it("must be YAML", () => {
    expect(placesOf({ git: { [kustomization]: "components: [" } })[0]).toMatch(/^INPUT_SYNTAX /);
  });

  it.each(["- a\n", "components: {a: b}\n", "components:\n- {a: b}\n"])(
    "must not pass for one that declares nothing (%#)",
    (text) => {
      expect(placesOf({ git: { [kustomization]: text } })[0]).toMatch(/^SNAPSHOT_INVALID /);
    },
  );

  it("cannot be two", () => {
    const files = {
      [`a/${kustomization}`]: "components: []\n",
      [`b/${kustomization}`]: "components: [x]\n",
    };
    expect(placesOf({ files })).toEqual([`SNAPSHOT_CONFLICTING_OBJECT b/${kustomization}:1:1`]);
  });
});

const body = "spec: {values: {updateStrategy: {$patch: replace, type: OnDelete}}}";
const indent = (text: string) => text.replaceAll(/^/gm, "      ");
const about = (kind: string, name: string, namespace = "") =>
  `apiVersion: x/v1\nkind: ${kind}\nmetadata: {name: ${name}${namespace}}\n${body}`;
const patches = (text: string, target = "") => `patches:\n  - patch: |\n${indent(text)}\n${target}`;
const aimed = (fields: string) => `    target: {${fields}}\n`;

describe("the component's patches", () => {
  it.each([
    { why: "its own metadata", text: patches(about("HelmRelease", "cilium")) },
    {
      why: "its namespace too",
      text: patches(about("HelmRelease", "cilium", ", namespace: kube-system")),
    },
    { why: "a target", text: patches(about("X", "y"), aimed("kind: HelmRelease, name: cilium")) },
    { why: "a target without a name", text: patches(about("X", "y"), aimed("kind: HelmRelease")) },
    { why: "a target by pattern", text: patches(about("X", "y"), aimed("name: ci.*")) },
    {
      why: "a JSON patch",
      text: patches(
        "- {op: add, path: /spec/values/updateStrategy, value: {type: OnDelete}}",
        aimed("kind: HelmRelease, name: cilium"),
      ),
    },
    {
      why: "patchesStrategicMerge",
      text: `patchesStrategicMerge:\n  - |\n${indent(about("HelmRelease", "cilium"))}\n`,
    },
    {
      why: "patchesJson6902",
      text: `patchesJson6902:\n  - target: {kind: HelmRelease, name: cilium}\n    patch: |\n      - {op: replace, path: /spec/values/updateStrategy/type, value: OnDelete}\n`,
    },
  ])("count with $why", ({ text }) => {
    expect(fileOf(component, text)?.strategies).toEqual([
      {
        kind: "HelmRelease",
        namespace: "kube-system",
        name: "cilium",
        pointer: "/spec/values/updateStrategy/type",
        value: "OnDelete",
      },
    ]);
  });

  it.each([
    { why: "another object", text: patches(about("HelmRelease", "other")) },
    { why: "another kind", text: patches(about("DaemonSet", "cilium")) },
    { why: "another namespace", text: patches(about("HelmRelease", "cilium", ", namespace: x")) },
    { why: "another target", text: patches(about("HelmRelease", "cilium"), aimed("name: other")) },
    { why: "another pattern", text: patches(about("X", "y"), aimed("name: ca.*")) },
    {
      why: "an operation that takes it back",
      text: patches(
        "- {op: add, path: /spec/values/updateStrategy, value: {type: OnDelete}}\n- {op: remove, path: /spec/values}",
        aimed("kind: HelmRelease"),
      ),
    },
    { why: "nothing", text: "kind: Component\n" },
  ])("do not count with $why", ({ text }) => {
    expect(fileOf(component, text)?.strategies).toEqual([]);
  });

  it.each([
    {
      why: "text in another file",
      text: "patches:\n  - path: p.yaml\n    target: {kind: HelmRelease}\n",
    },
    { why: "a file of its own", text: "patchesStrategicMerge: [p.yaml]\n" },
    { why: "a selector", text: patches(about("X", "y"), aimed("labelSelector: a=b")) },
    { why: "a hard pattern", text: patches(about("X", "y"), aimed('name: "(a+)+"')) },
  ])("are unknown with $why", ({ text }) => {
    const { git, gaps } = snapshotOf({ git: { [component]: text } });
    expect(git?.files[component]?.strategies).toBeUndefined();
    expect(gaps).toMatchObject([
      { part: "git", name: `${component}#strategies`, reason: "NotRead" },
    ]);
  });

  it("must be YAML", () => {
    expect(placesOf({ git: { [component]: "patches:\n  - patch: 'a: ['\n" } })).toEqual([
      `INPUT_SYNTAX ${component}:2:5`,
    ]);
  });
});

it("gives the image's tag as text", () => {
  expect(fileOf("k8s/image.yaml", "spec: {ref: {tag: v1.2.3}}\n")).toEqual({
    values: { "/spec/ref/tag": "v1.2.3" },
  });
  expect(fileOf("k8s/image.yaml", "spec: {}\n")).toEqual({ values: {} });
});
