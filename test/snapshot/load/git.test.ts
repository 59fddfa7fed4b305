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

  // The last one that touches the field decides, as kustomize applies them.
  it.each<{ why: string; text: string; left: readonly (string | null)[] }>([
    {
      why: "an operation that takes it back",
      text: json(
        "{op: add, path: /spec/values/updateStrategy, value: {type: OnDelete}}",
        "{op: remove, path: /spec/values}",
      ),
      left: [null],
    },
    {
      why: "an operation that puts it back",
      text: json(
        "{op: remove, path: /spec/values}",
        "{op: add, path: /spec/values/updateStrategy, value: {type: OnDelete}}",
      ),
      left: ["OnDelete"],
    },
    {
      why: "an operation that tests it, and one beside it",
      text: json(
        "{op: test, path: /spec/values/updateStrategy/type, value: OnDelete}",
        "{op: replace, path: /spec/values/updateStrategyX, value: 1}",
      ),
      left: [],
    },
    {
      why: "a later patch that sets another",
      text: list(merge("{type: OnDelete}"), merge("{type: RollingUpdate}")),
      left: ["OnDelete", "RollingUpdate"],
    },
    {
      why: "a later patch that deletes it by a null",
      text: list(merge("{type: OnDelete}"), merge("{type: null}")),
      left: ["OnDelete", null],
    },
    {
      why: "a null above it",
      text: list(merge("{type: OnDelete}"), merge("null")),
      left: ["OnDelete", null],
    },
    {
      why: "a map that is replaced without it",
      text: list(merge("{type: OnDelete}"), merge("{$patch: replace, rollingUpdate: null}")),
      left: ["OnDelete", null],
    },
    {
      why: "a directive that deletes the map",
      text: list(merge("{type: OnDelete}"), merge("{$patch: delete}")),
      left: ["OnDelete", null],
    },
    {
      why: "a patch beside it",
      text: list(merge("{type: OnDelete}"), merge("{rollingUpdate: null}")),
      left: ["OnDelete"],
    },
    {
      why: "merges before patches, and JSON patches of the old field after them",
      text: [
        "patchesJson6902:",
        "  - target: {kind: HelmRelease, name: cilium}",
        "    patch: '[{op: replace, path: /spec/values/updateStrategy/type, value: C}]'",
        list(merge("{type: B}")),
        `patchesStrategicMerge:\n  - |\n${indent(merge("{type: A}"))}`,
        "",
      ].join("\n"),
      left: ["A", "B", "C"],
    },
    {
      why: "a patch that cannot be read, and one after it that can",
      text: `patchesStrategicMerge: [p.yaml]\n${list(merge("{type: OnDelete}"))}`,
      left: ["OnDelete"],
    },
  ])("leave $left with $why", ({ text, left }) => {
    expect(fileOf(component, text)?.strategies?.map(({ value }) => value)).toEqual(left);
  });

  it.each([
    {
      why: "a patch in another file comes after one that sets it",
      text: `${list(merge("{type: OnDelete}"))}  - {path: p.yaml}\n`,
    },
    {
      why: "an operation moves it",
      text: json("{op: move, from: /spec/values/updateStrategy, path: /spec/values/x}"),
    },
    {
      why: "an operation copies something onto it",
      text: json("{op: copy, from: /spec/x, path: /spec/values}"),
    },
    { why: "a map is put there", text: list(merge("{type: {a: 1}}")) },
    {
      why: "a directive keeps only some keys",
      text: list(merge("{$retainKeys: [rollingUpdate]}")),
    },
  ])("are unknown where $why", ({ text }) => {
    const { gaps } = snapshotOf({ git: { [component]: text } });
    expect(gaps).toMatchObject([{ name: `${component}#strategies`, reason: "NotRead" }]);
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

/** A merge patch of the gate's object that says this of the strategy. */
const merge = (strategy: string) =>
  `kind: HelmRelease\nmetadata: {name: cilium}\nspec: {values: {updateStrategy: ${strategy}}}`;
const list = (...texts: readonly string[]) =>
  `patches:\n${texts.map((text) => `  - patch: |\n${indent(text)}\n`).join("")}`;
const json = (...operations: readonly string[]) =>
  patches(operations.map((operation) => `- ${operation}`).join("\n"), aimed("kind: HelmRelease"));

describe("the patches of the kustomization that lists the component", () => {
  it("come after the component's, and are told where they touch the field", () => {
    const text = `components: [x]\n${list(merge("{type: RollingUpdate}"))}`;
    expect(fileOf(kustomization, text)?.strategies?.map(({ value }) => value)).toEqual([
      "RollingUpdate",
    ]);
  });

  it("are not told where they do not, and where one in another file names no object", () => {
    const text = "components: [x]\npatches:\n  - {path: flux-operator/patch.yaml}\n";
    expect(fileOf(kustomization, text)).not.toHaveProperty("strategies");
    expect(snapshotOf({ git: { [kustomization]: text } }).gaps ?? []).toEqual([]);
  });

  it("are unknown where one in another file aims at the object", () => {
    const text = "patches:\n  - {path: p.yaml, target: {kind: HelmRelease}}\n";
    expect(snapshotOf({ git: { [kustomization]: text } }).gaps).toMatchObject([
      { part: "git", name: `${kustomization}#strategies`, reason: "NotRead" },
    ]);
  });
});

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
