import { describe, expect, it } from "vitest";
import { namedGitFiles } from "../../src/profile/named-files.ts";
import {
  componentKustomization,
  normalizeComponent,
  type Profile,
} from "../../src/profile/profile.ts";
import { parseProfile } from "../../src/profile/read-profile.ts";

const gate = (name: string, component = "hold"): string => `
    - name: ${name}
      declared:
        kustomization: k8s/cilium/kustomization.yaml
        component: ${component}
        strategy: {kind: DaemonSet, namespace: kube-system, name: cilium, pointer: /spec/updateStrategy/type}
      marker: {key: gate-activated-on}
      suppresses: [no_such_step]`;
const credential = (name: string): string => `
    - name: ${name}
      host: ghcr.io
      declared:
        file: k8s/secrets/registry.enc.yaml
        pointer: /stringData/config
        secret: {namespace: flux-system, name: registry, key: .dockerconfigjson}
      proof: {revision: example.com/revision}
      image: {repository: ghcr.io/example/os, tag: {file: talos/version.yaml, pointer: /tag}}`;
const head = "apiVersion: fleetwarrant.dev/v1alpha1\nkind: Profile\nmetadata: {name: prod}\nspec:";

function profileOf(text: string): Profile {
  const result = parseProfile(text, "p.yaml");
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(text: string): readonly string[] {
  const result = parseProfile(text, "p.yaml");
  return result.ok
    ? []
    : result.problems.map(
        ({ code, message, position }) => `${position?.line}:${position?.column} ${code} ${message}`,
      );
}

describe("parseProfile", () => {
  it("reads a profile, whose gates may suppress steps that nothing requires", () => {
    const profile = profileOf(
      `${head}\n  gates:${gate("one")}${gate("two")}\n  credentials:${credential("registry")}`,
    );
    expect(profile.spec.gates?.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(profileOf(`${head} {}`).spec).toEqual({});
  });

  it.each([
    {
      text: `${head}\n  gates:${gate("one")}${gate("one")}`,
      problem: "13:13 PROFILE_AMBIGUOUS gate `one` occurs twice",
      why: "two gates of one name",
    },
    {
      text: `${head}\n  credentials:${credential("a")}${credential("a")}`,
      problem: "14:13 PROFILE_AMBIGUOUS credential `a` occurs twice",
      why: "two credentials of one name",
    },
    {
      text: `${head}\n  flux:\n    roots: [{namespace: f, name: a}, {namespace: f, name: a}]`,
      problem: "6:59 PROFILE_AMBIGUOUS Flux root `f/a` occurs twice",
      why: "two roots of one namespace and name",
    },
    {
      text: `${head}\n  pipeline:\n    requiredSteps:\n      - id: a\n      - id: a`,
      problem: "8:13 PROFILE_AMBIGUOUS step `a` occurs twice",
      why: "two steps of one id",
    },
    {
      text: `${head}\n  pipeline:\n    requiredSteps: [{id: a, title: T}, {id: b, title: T}]`,
      problem: "6:55 PROFILE_AMBIGUOUS step title `T` occurs twice",
      why: "two steps of one title",
    },
    {
      text: `${head}\n  gates:${gate("one", "../../../hold")}`,
      problem: "9:20 PROFILE_INVALID `component` lies outside the Git checkout",
      why: "a component above the root",
    },
    {
      text: `${head}\n  gates:${gate("one", "/hold")}`,
      problem: "9:20 PROFILE_INVALID `component` lies outside the Git checkout",
      why: "an absolute component",
    },
    {
      text: `${head}\n  gats: []`,
      problem: "5:3 PROFILE_INVALID `spec` has no key `gats`",
      why: "an unknown key",
    },
    {
      text: `${head} {}\nspec: {}`,
      problem: "5:1 INPUT_DUPLICATE_KEY this key occurs twice in one map",
      why: "a repeated key",
    },
    {
      text: "# nothing",
      problem: "1:1 PROFILE_INVALID no profile in this file",
      why: "an empty text",
    },
    {
      text: `${head} {}\n---\n${head} {}`,
      problem: "6:1 PROFILE_INVALID 2 documents where one profile belongs",
      why: "two documents",
    },
  ])("refuses $why", ({ text, problem }) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});

describe("normalizeComponent", () => {
  it.each([
    { text: "hold", path: "hold" },
    { text: "./hold/", path: "hold" },
    { text: "../x//hold/.", path: "../x/hold" },
    { text: "a/../../b", path: "../b" },
    { text: "../../b", path: "../../b" },
    { text: "a/..", path: "." },
    { text: "./", path: "." },
  ])("gives $path for $text", ({ text, path }) => {
    expect(normalizeComponent(text)).toBe(path);
  });
});

describe("componentKustomization", () => {
  it.each([
    { component: "hold", path: "k8s/cilium/hold/kustomization.yaml" },
    { component: "./hold/", path: "k8s/cilium/hold/kustomization.yaml" },
    { component: "../components/hold", path: "k8s/components/hold/kustomization.yaml" },
    { component: "../../hold", path: "hold/kustomization.yaml" },
  ])("finds $component at $path", ({ component, path }) => {
    const [first] = profileOf(`${head}\n  gates:${gate("one", component)}`).spec.gates ?? [];
    expect(first && componentKustomization(first)).toBe(path);
  });
});

describe("namedGitFiles", () => {
  it("lists every file that is named, sorted, each once", () => {
    const text = `${head}\n  credentials:${credential("registry")}\n  gates:${gate("one")}${gate("two")}
    - name: three
      declared:
        kustomization: kustomization.yaml
        component: hold
        strategy: {kind: DaemonSet, name: x, pointer: /spec}
      marker: {key: k, file: README.md}`;
    expect(namedGitFiles(profileOf(text))).toEqual([
      "README.md",
      "hold/kustomization.yaml",
      "k8s/cilium/hold/kustomization.yaml",
      "k8s/cilium/kustomization.yaml",
      "k8s/secrets/registry.enc.yaml",
      "kustomization.yaml",
      "talos/version.yaml",
    ]);
  });

  it("lists nothing for a profile that names nothing", () => {
    expect(namedGitFiles(profileOf(`${head} {}`))).toEqual([]);
  });
});
