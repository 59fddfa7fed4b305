import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../../src/snapshot/parse-snapshot.ts";
import { writeSnapshot } from "../../../src/snapshot/write-snapshot.ts";
import {
  assemble,
  base64,
  dockerConfig,
  documentOf,
  type Given,
  listOf,
  machineConfig,
  node,
} from "./load-support.ts";

/** Eight characters are a leak: DESIGN §8, law 8. */
const PIECE_LENGTH = 8;

const secretText = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"),
  minLength: 24,
  maxLength: 32,
});

function piecesOf(secret: string): readonly string[] {
  return [secret, base64(secret)].flatMap((text) =>
    Array.from({ length: text.length - PIECE_LENGTH + 1 }, (_, at) =>
      text.slice(at, at + PIECE_LENGTH),
    ),
  );
}

function expectNoLeak(given: Given, secret: string, isOk: boolean): void {
  const result = assemble(given);
  expect(result.ok).toBe(isOk);
  const output = JSON.stringify(result);
  for (const piece of piecesOf(secret)) expect(output).not.toContain(piece);
}

const metadata = (name: string, secret: string) => ({
  name,
  namespace: "a",
  uid: `uid-${name}`,
  managedFields: [{ manager: secret }],
  annotations: {
    "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({ env: secret }),
    "vault.example/token": secret,
    "reconcile.fluxcd.io/requestedAt": secret,
    "reconcile.fluxcd.io/forceAt": `2026-08-06T17:00:00Z ${secret}`,
    [`x.example/${"k"}`]: base64(secret),
  },
});

const template = (secret: string) => ({
  metadata: { annotations: { "checksum/secret": secret } },
  spec: {
    hostAliases: [{ ip: secret }],
    containers: [
      {
        name: "agent",
        image: "cni:v1",
        command: ["sh", "-c", `curl -H ${secret}`],
        args: [`--token=${secret}`],
        env: [{ name: "TOKEN", value: secret }, { name: "B64", value: base64(secret) }, secret],
        livenessProbe: { httpGet: { httpHeaders: [{ name: "Authorization", value: secret }] } },
        lifecycle: { preStop: { exec: { command: [secret] } } },
      },
    ],
    volumes: [
      { name: "v", csi: { volumeAttributes: { password: secret } } },
      { name: "h", hostPath: { path: "/x" } },
    ],
  },
});

/** A condition as a controller writes it that quotes what it was given. */
const quoting = (secret: string) => ({
  type: "Ready",
  status: "False",
  reason: "GitOperationFailed",
  message: `unable to clone 'https://bot:${secret}@github.com/o/r'`,
});

/** A reference with a field that no version of the API has. */
const reference = (secret: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  name: "s",
  namespace: "a",
  optional: true,
  token: secret,
  [secret]: { a: secret },
});

const kubernetes = (secret: string): readonly object[] => [
  node("w-1", "10.0.0.11", { annotations: { "vault.example/token": secret } }),
  { apiVersion: "v1", kind: "ConfigMap", metadata: metadata("cm", secret), data: { a: secret } },
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: metadata("pod", secret),
    spec: { nodeName: "w-1", ...template(secret).spec },
    status: {
      phase: "Failed",
      message: secret,
      conditions: [{ type: "Ready", status: "False", reason: "R", message: secret }],
      containerStatuses: [
        { name: "agent", ready: false, state: { terminated: { message: secret } } },
      ],
    },
  },
  ...["DaemonSet", "Deployment", "StatefulSet"].map((kind) => ({
    apiVersion: "apps/v1",
    kind,
    metadata: metadata("x", secret),
    spec: {
      template: template(secret),
      volumeClaimTemplates: [{ metadata: metadata("y", secret) }],
    },
    status: { conditions: [{ type: "A", status: "True", message: secret }], note: secret },
  })),
  {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: metadata("x-1", secret),
    revision: 1,
    data: { spec: { template: template(secret) }, other: secret, [`user:${secret}@host`]: 1 },
  },
  {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: metadata("x", secret),
    spec: {
      values: { password: secret, [secret]: 1 },
      chart: { spec: { chart: "c", sourceRef: reference(secret) } },
      chartRef: reference(secret),
      dependsOn: [reference(secret)],
      valuesFrom: [{ kind: "Secret", name: "s", targetPath: secret }],
      postRenderers: [{ kustomize: { patches: [{ patch: secret }] } }],
    },
    status: {
      conditions: [quoting(secret)],
      history: [{ version: 1, configDigest: secret }],
      lastAttemptedConfigDigest: secret,
      lastHandledReconcileAt: secret,
    },
  },
  {
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata: metadata("x", secret),
    spec: {
      components: [`https://bot:${secret}@github.com/o/r`],
      dependsOn: [reference(secret)],
      healthChecks: [reference(secret)],
      patches: [{ patch: secret }],
      path: `./clusters/${secret}`,
      postBuild: { substitute: { token: secret }, substituteFrom: [reference(secret)] },
      sourceRef: reference(secret),
    },
    status: { conditions: [quoting(secret)] },
  },
  {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "GitRepository",
    metadata: metadata("x", secret),
    spec: { url: `https://bot:${secret}@github.com/o/r`, secretRef: reference(secret) },
    status: {
      conditions: [quoting(secret)],
      artifact: { revision: "main@sha1:1", url: `http://x/${secret}`, metadata: { a: secret } },
    },
  },
  {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "HelmRepository",
    metadata: metadata("x", secret),
    spec: { url: `https://charts.example/${secret}/stable`, secretRef: reference(secret) },
    status: { conditions: [quoting(secret)], url: `http://x/${secret}` },
  },
  {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { ...metadata("registry", secret), namespace: "flux-system" },
    data: { ".dockerconfigjson": base64(dockerConfig("bot", secret)), other: base64(secret) },
  },
];

const config = (secret: string) => `version: v1alpha1
machine:
  type: worker
  token: ${secret}
  env: {HTTPS_PROXY: "http://bot:${secret}@proxy"}
  files: [{content: "${secret}", path: /x}]
  registries:
    config:
      ghcr.io: {auth: {username: bot, password: ${secret}}}
      quay.io: {auth: {auth: ${base64(`bot:${secret}`)}}, tls: {ca: ${secret}}}
    mirrors: {"https://bot:${secret}@mirror.example": {endpoints: [a]}}
  pods: [{spec: {containers: [{env: [{name: A, value: ${secret}}]}]}}]
---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: docker.io
identityToken: ${secret}
`;

const kustomization = (secret: string) => `components:
  - cilium/components/devices
# ${secret} platform.example/rollout-gate-activated: ${secret} ${secret}
configMapGenerator: [{literals: ["a=${secret}"]}]
`;

const everywhere = (secret: string): Given => ({
  files: {
    "all.json": listOf(kubernetes(secret)),
    "mc.json": JSON.stringify(machineConfig("10.0.0.11", config(secret))),
    "steps.json": JSON.stringify({
      cluster_update: { outputs: { token: secret }, outcome: "success", conclusion: "success" },
    }),
    "run.json": JSON.stringify({
      conclusion: "success",
      jobs: [
        {
          name: secret,
          url: secret,
          steps: [{ name: "Update cluster", conclusion: "success", x: secret }],
        },
      ],
    }),
    "handoff.json": JSON.stringify({
      credentialRevision: "r",
      nodes: [{ name: "w-1", uid: "u", token: secret }],
      password: secret,
    }),
  },
  texts: {
    "job.log": `token ${secret}\n##[end-action id=__self.a;outcome=success;note=${secret}]\n`,
  },
  git: {
    "k8s/controllers/kustomization.yaml": kustomization(secret),
    "k8s/controllers/cilium/components/devices/kustomization.yaml": `patches:\n  - patch: |\n      kind: HelmRelease\n      metadata: {name: cilium}\n      spec: {values: {password: "${secret}", updateStrategy: {type: OnDelete}}}\n`,
  },
  declaredCredentials: [
    { credential: "registry", document: documentOf(JSON.parse(dockerConfig("bot", secret))) },
  ],
});

describe("what was read from everything", () => {
  it("is a snapshot that can be written, read and assembled again without a change", () => {
    const result = assemble(everywhere("plain-words-only-here"));
    if (!result.ok) throw new Error("not assembled");
    const text = writeSnapshot(result.value.snapshot);
    const bytes = JSON.stringify(result.value.snapshot);
    const read = parseSnapshot(text, "snapshot.json");
    expect(read.ok && JSON.stringify(read.value)).toBe(bytes);
    const again = assemble({ files: { "snapshot.json": text } });
    expect(again.ok && JSON.stringify(again.value.snapshot)).toBe(bytes);
  });
});

describe("a secret in any place", () => {
  it("is in no snapshot", () => {
    fc.assert(
      fc.property(secretText, (secret) => {
        expectNoLeak(everywhere(secret), secret, true);
      }),
      { numRuns: 20 },
    );
  });

  it("is in no snapshot made of snapshots", () => {
    fc.assert(
      fc.property(secretText, (secret) => {
        const objects = Object.fromEntries(
          kubernetes(secret)
            .slice(0, -1)
            .map((object) => {
              const {
                apiVersion,
                kind,
                metadata: meta,
              } = object as {
                apiVersion: string;
                kind: string;
                metadata: { name: string; namespace?: string };
              };
              return [`${apiVersion}/${kind}/${meta.namespace ?? ""}/${meta.name}`, object];
            }),
        );
        const document = documentOf({
          apiVersion: "fleetwarrant.dev/v1alpha1",
          kind: "Snapshot",
          takenAt: "2026-08-06T17:00:00Z",
          objects,
          coverage: [],
        });
        expectNoLeak({ documents: [document] }, secret, true);
      }),
      { numRuns: 20 },
    );
  });

  it("is in no problem", () => {
    const refusals: readonly ((secret: string) => Given)[] = [
      (secret) => ({ files: { "x.json": JSON.stringify({ [secret]: secret }) } }),
      (secret) => ({ files: { "x.yaml": `${secret}\n` } }),
      (secret) => ({ texts: { "x.log": secret } }),
      (secret) => ({
        files: {
          "x.json": JSON.stringify({
            apiVersion: "v1",
            kind: "Secret",
            metadata: { name: "x", namespace: "y", uid: "z" },
            data: { a: base64(secret) },
            stringData: { b: secret },
          }),
        },
      }),
      (secret) => ({
        files: {
          "x.json": JSON.stringify({
            apiVersion: "v1",
            kind: "Secret",
            metadata: { name: "registry", namespace: "flux-system", uid: "z" },
            data: { ".dockerconfigjson": base64(secret) },
          }),
        },
      }),
      (secret) => ({
        declaredCredentials: [
          {
            credential: "registry",
            document: documentOf({
              auths: { [`https://bot:${secret}@ghcr.io`]: { auth: secret } },
            }),
          },
        ],
      }),
      (secret) => ({
        git: { "k8s/secret.enc.yaml": `stringData: {ghcr_dockerconfigjson: "${secret}"}\n` },
      }),
      (secret) => ({ git: { "k8s/image.yaml": `a: ${secret}\nb: [${secret}\n` } }),
      (secret) => ({
        git: {
          "k8s/controllers/cilium/components/devices/kustomization.yaml": `patches:\n  - patch: "${secret}: ["\n`,
        },
      }),
      (secret) => ({
        files: {
          "x.json": JSON.stringify({
            apiVersion: "v1",
            kind: "Node",
            metadata: { name: "n", uid: "u", annotations: { a: { [secret]: 1 } } },
          }),
        },
      }),
      (secret) => ({
        files: {
          "x.json": JSON.stringify({
            apiVersion: "v1",
            kind: "Node",
            metadata: { name: [secret], uid: "u", namespace: [secret], labels: secret },
          }),
        },
      }),
      (secret) => ({
        files: {
          "m.yaml": `apiVersion: fleetwarrant.dev/v1alpha1\nkind: SnapshotManifest\n${secret}: ${secret}\ntakenAt: ${secret}\n`,
        },
      }),
      (secret) => ({
        files: {
          "s.json": JSON.stringify({
            apiVersion: "fleetwarrant.dev/v1alpha1",
            kind: "Snapshot",
            takenAt: secret,
            objects: {},
            coverage: [{ kind: "v1/Pod", complete: secret, [secret]: secret }],
            [secret]: secret,
          }),
        },
      }),
      (secret) => ({
        files: { "s.json": JSON.stringify({ a: { outcome: secret, conclusion: secret } }) },
      }),
    ];
    fc.assert(
      fc.property(secretText, (secret) => {
        for (const refusal of refusals) expectNoLeak(refusal(secret), secret, false);
      }),
      { numRuns: 20 },
    );
  });
});
