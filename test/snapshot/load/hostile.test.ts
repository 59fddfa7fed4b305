import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validate } from "../../../src/generated/validate-snapshot.ts";
import { readDocuments } from "../../../src/input/read-documents.ts";
import {
  assemble,
  base64,
  dockerConfig,
  documentsOf,
  machineConfig,
  node,
  placesOf,
  problemsOf,
  profileWith,
  snapshotOf,
} from "./load-support.ts";

const own = "fleetwarrant.dev/v1alpha1";

/** One of each thing that is recognised. */
const samples: readonly object[] = [
  {
    apiVersion: "v1",
    kind: "NodeList",
    metadata: { continue: "" },
    items: [node("a", "10.0.0.1")],
  },
  {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "d",
      namespace: "n",
      uid: "d1",
      ownerReferences: [{ kind: "K", name: "k", uid: "u" }],
    },
    spec: {
      template: {
        metadata: { annotations: { a: "b" } },
        spec: {
          containers: [{ name: "c", env: [{ name: "e", value: "v" }] }],
          volumes: [{ name: "v", secret: { secretName: "s" } }],
        },
      },
    },
    status: { numberReady: 1, conditions: [{ type: "a" }] },
  },
  {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: { name: "h", namespace: "n", uid: "h1" },
    spec: { values: {}, postBuild: { substitute: { a: "b" } }, url: "oci://x" },
    status: { history: [{ version: 1 }], inventory: { entries: [{ id: "x", v: "v1" }] } },
  },
  {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "registry", namespace: "flux-system", uid: "s" },
    data: { ".dockerconfigjson": base64(dockerConfig("a", "b")) },
  },
  machineConfig("10.0.0.1", "version: v1alpha1\nmachine: {type: worker}\n"),
  {
    ...machineConfig("10.0.0.1", ""),
    spec: { machine: { registries: { config: { "ghcr.io": { auth: { auth: "x" } } } } } },
  },
  {
    version: "v1alpha1",
    machine: {
      type: "worker",
      network: { hostname: "a" },
      nodeAnnotations: { "platform.example/verified-revision-v2": "r" },
      registries: { config: { "ghcr.io": { auth: { auth: "x" } } } },
    },
  },
  {
    node: "10.0.0.1",
    metadata: { type: "Members.cluster.talos.dev", id: "a" },
    spec: { addresses: ["10.0.0.1"], hostname: "a", operatingSystem: "Talos (v1.13.8)" },
  },
  {
    conclusion: "success",
    jobs: [{ steps: [{ name: "Update cluster", conclusion: "success", startedAt: "x" }] }],
  },
  { x: { outcome: "success", conclusion: "success" } },
  { credentialRevision: "r", nodes: [{ name: "a", uid: "b" }] },
  {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "variables" },
    stringData: { ghcr_dockerconfigjson: "ENC[x]" },
    sops: {},
  },
  {
    apiVersion: own,
    kind: "CredentialHistory",
    credential: "registry",
    complete: true,
    declarations: [
      {
        revision: "a".repeat(64),
        fingerprint: { alg: "a", keyId: "k", value: "b".repeat(64) },
        firstDeclaredAt: "2026-08-06T17:00:00Z",
        lastDeclaredAt: "2026-08-06T17:00:00Z",
        revoked: true,
      },
      { revision: "b".repeat(64) },
    ],
  },
  {
    apiVersion: own,
    kind: "Probes",
    metadata: { name: "p" },
    probes: [
      {
        credential: "registry",
        node: "a",
        image: "ghcr.io/o/i:v1",
        through: "kubelet",
        uncached: true,
        result: "pulled",
        revision: "a".repeat(64),
        bootId: "b",
        at: "2026-08-06T17:00:00Z",
      },
    ],
  },
  {
    apiVersion: own,
    kind: "SnapshotManifest",
    metadata: { name: "m" },
    coverage: [{ kind: "v1/Pod", complete: true }],
    etcdAlarms: { listed: ["a"] },
    rendered: [{ file: "m.json", role: "worker" }],
    gaps: [{ part: "git", reason: "NotRead" }],
  },
  {
    apiVersion: own,
    kind: "Snapshot",
    takenAt: "2026-08-06T17:00:00Z",
    objects: { "v1/Node//a": node("a", "10.0.0.1") },
    coverage: [],
  },
];

const oddities = [
  "null",
  "[]",
  "{}",
  "5",
  "-0",
  '""',
  "true",
  '"__proto__"',
  "[null]",
  "[[[]]]",
  '{"__proto__":{"a":1}}',
  '{"constructor":null}',
];

/** Every place in a value, as paths. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function withOddity(value: unknown, path: readonly string[], odd: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return JSON.parse(odd);
  const copy: unknown = structuredClone(value);
  if (typeof copy === "object" && copy !== null) {
    Reflect.set(copy, key, withOddity(Reflect.get(copy, key), rest, odd));
  }
  return copy;
}

const mutants = fc
  .constantFrom(...samples)
  .chain((sample) =>
    fc
      .tuple(fc.constantFrom(...pathsOf(sample)), fc.constantFrom(...oddities))
      .map(([path, odd]) => withOddity(sample, path, odd)),
  );

const git = (value: unknown) => ({
  "k8s/controllers/kustomization.yaml": JSON.stringify(value),
  "k8s/controllers/cilium/components/devices/kustomization.yaml": JSON.stringify(value),
  "k8s/secret.enc.yaml": JSON.stringify(value),
  "k8s/image.yaml": JSON.stringify(value),
});

const kustomizations = fc
  .constantFrom(
    { components: ["a"], patches: [{ patch: "a: b", target: { kind: "HelmRelease", name: "x" } }] },
    {
      patchesJson6902: [
        { patch: "- {op: add, path: /spec, value: 5}", target: { kind: "HelmRelease" } },
      ],
    },
    {
      patchesStrategicMerge: ["kind: X\n"],
      stringData: { ghcr_dockerconfigjson: "ENC[x]" },
      spec: { ref: { tag: "v" } },
    },
  )
  .chain((sample) =>
    fc
      .tuple(fc.constantFrom(...pathsOf(sample)), fc.constantFrom(...oddities))
      .map(([path, odd]) => withOddity(sample, path, odd)),
  );

describe("hostile input", () => {
  it("ends in problems or in a valid snapshot, whatever one part of it is", () => {
    fc.assert(
      fc.property(mutants, fc.boolean(), (mutant, withNodes) => {
        const text = JSON.stringify(mutant);
        const documents = [
          ...documentsOf("m.json", text),
          ...(withNodes ? documentsOf("n.json", JSON.stringify(node("a", "10.0.0.1"))) : []),
        ];
        const result = assemble({ documents, profile: profileWith({ history: true }) });
        if (result.ok) expect(validate(result.value.snapshot)).toEqual([]);
        else expect(result.problems.every(({ position }) => position !== undefined)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("does so in Git files and in declared credentials", () => {
    fc.assert(
      fc.property(kustomizations, (mutant) => {
        const result = assemble({ git: git(mutant) });
        if (result.ok) expect(validate(result.value.snapshot)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(mutants, (mutant) => {
        const [document] = documentsOf("d.json", JSON.stringify(mutant));
        if (document === undefined) return;
        const result = assemble({ declaredCredentials: [{ credential: "registry", document }] });
        if (result.ok) expect(validate(result.value.snapshot)).toEqual([]);
      }),
    );
  });

  it("keeps `__proto__` as data", () => {
    const text =
      '{"apiVersion":"v1","kind":"Node","metadata":{"name":"__proto__","uid":"u","labels":{"__proto__":"x"}}}';
    const { objects } = snapshotOf({ files: { "n.json": text } });
    const labels = objects["v1/Node//__proto__"]?.metadata.labels;
    expect(Object.keys(labels ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(objects)).toBe(Object.prototype);
    const steps = '{"__proto__":{"outcome":"success","conclusion":"success"}}';
    expect(snapshotOf({ files: { "s.json": steps } }).pipeline).toEqual({ steps: {} });
  });

  it("bounds nesting inside machine configs and docker configs", () => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const files = {
      "n.json": JSON.stringify(node("a", "10.0.0.1")),
      "t.json": JSON.stringify(machineConfig("10.0.0.1", `machine: ${deep}`)),
    };
    expect(snapshotOf({ files }).gaps).toMatchObject([{ reason: "Unparsable" }]);
    expect(readDocuments({ file: "x", text: deep }).ok).toBe(false);
  });

  it("tells all mistakes of all files at once, in order", () => {
    const files = {
      "b.yaml": "hello: 1\n",
      "a.yaml": "apiVersion: v1\nkind: List\nitems: [null, 5, {metadata: {}}]\n",
      "c.yaml": "apiVersion: v1\nkind: Node\nmetadata: {name: 5, uid: u}\n",
    };
    expect(placesOf({ files })).toEqual([
      "SNAPSHOT_INVALID a.yaml:3:9",
      "SNAPSHOT_INVALID a.yaml:3:15",
      "SNAPSHOT_UNRECOGNIZED a.yaml:3:18",
      "SNAPSHOT_UNRECOGNIZED b.yaml:1:1",
      "SNAPSHOT_INVALID c.yaml:3:18",
    ]);
    expect(problemsOf({ files, takenAt: "x" })).toHaveLength(6);
  });
});
