import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceDocument } from "../../../src/input/source-document.ts";
import {
  dockerConfig,
  documentsOf,
  listOf,
  machineConfig,
  node,
  profileWith,
  snapshotOf,
} from "./load-support.ts";

const profile = profileWith({ history: true });
const names = ["cp-1", "cp-2", "cp-3", "w-1", "w-2"];
const nodes = names.map((name, index) =>
  node(name, `10.0.0.${index + 1}`, { labels: { b: "2", a: "1", [`n${index}`]: "" } }),
);
const pods = names.map((name) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: `cilium-${name}`, namespace: "kube-system", uid: `pod-${name}` },
  spec: { nodeName: name },
  status: { phase: "Running" },
}));
const config = "version: v1alpha1\nmachine: {type: worker, token: t}\ncluster: {}\n";
const handOff = (uid: string) => ({ credentialRevision: "r", nodes: [{ name: "w-1", uid }] });

/** Texts whose names and order must not matter. */
const texts: readonly string[] = [
  JSON.stringify({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "kube-system", uid: "c1" },
  }),
  ...names.map((_, index) =>
    JSON.stringify(
      machineConfig(`10.0.0.${index + 1}`, config, index % 2 ? "v1alpha1" : "persistent"),
    ),
  ),
  JSON.stringify(handOff("b")),
  JSON.stringify(handOff("a")),
  JSON.stringify({ x: { outcome: "success", conclusion: "success" } }),
  JSON.stringify({
    x: { outcome: "failure", conclusion: "success" },
    y: { outcome: "skipped", conclusion: "skipped" },
  }),
  ...["a", "b"].map((name) =>
    JSON.stringify({
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "CredentialHistory",
      credential: "registry",
      complete: true,
      declarations: [
        { revision: name.repeat(64), revoked: true },
        { revision: "c".repeat(64), firstDeclaredAt: "2026-01-01T00:00:00Z" },
      ],
    }),
  ),
  JSON.stringify({
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Probes",
    probes: [
      { credential: "registry", node: "w-1", through: "kubelet", result: "pulled" },
      { credential: "registry", node: "w-1", through: "kubelet", result: "denied" },
    ],
  }),
  JSON.stringify({
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Probes",
    probes: [{ credential: "registry", through: "registry", result: "pulled" }],
  }),
  `version: v1alpha1\nmachine: {type: worker, network: {hostname: w-1}}\n`,
  "apiVersion: fleetwarrant.dev/v1alpha1\nkind: SnapshotManifest\ncoverage:\n- {kind: v1/Pod, complete: true}\ngaps: [{part: talos, reason: Forbidden}]\n",
  `apiVersion: v1\nkind: Secret\nmetadata: {name: registry, namespace: flux-system, uid: s}\nstringData:\n  .dockerconfigjson: '${dockerConfig("a", "b")}'\n`,
];

function shuffled<T>(items: readonly T[]): fc.Arbitrary<readonly T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}

const inputs = fc
  .record({
    nodes: shuffled(nodes),
    pods: shuffled(pods),
    split: fc.nat({ max: pods.length }),
    names: shuffled(Array.from({ length: texts.length + 3 }, (_, index) => `f${index}.yaml`)),
  })
  .chain((given) => {
    const lists = [
      listOf(given.nodes),
      listOf(given.pods.slice(0, given.split), "PodList"),
      listOf(given.pods.slice(given.split), "PodList"),
    ];
    const documents = [...texts, ...lists].flatMap((text, index) =>
      documentsOf(given.names[index] ?? "", text),
    );
    return shuffled<SourceDocument>(documents);
  });

describe("assembleSnapshot", () => {
  it("gives the same bytes for any order and any names of files, documents and items", () => {
    const files = Object.fromEntries(
      [...texts, listOf(nodes), listOf(pods)].map((text, index) => [`${index}.yaml`, text]),
    );
    const expected = JSON.stringify(snapshotOf({ files, profile }));
    expect(expected).not.toContain(".yaml");
    fc.assert(
      fc.property(inputs, (documents) => {
        expect(JSON.stringify(snapshotOf({ documents, profile }))).toBe(expected);
      }),
    );
  });

  it("reads documents of one file and of many alike", () => {
    const [first = "", ...rest] = texts;
    const files = Object.fromEntries(
      [...texts, listOf(nodes), listOf(pods)].map((text, index) => [`${index}.yaml`, text]),
    );
    const one = { "one.yaml": [first, ...rest, listOf(nodes), listOf(pods)].join("\n---\n") };
    expect(JSON.stringify(snapshotOf({ files: one, profile }))).toBe(
      JSON.stringify(snapshotOf({ files, profile })),
    );
  });
});
