import { statusHead, statusRow, tableOf } from "./etcd-support.ts";
import { encrypted, logOf } from "./git-log-support.ts";
import {
  base64,
  dockerConfig,
  documentOf,
  type Given,
  listOf,
  machineConfig,
  node,
  profileWith,
} from "./load-support.ts";

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

/** Kubernetes objects with a secret in every place where one may stand. */
export const kubernetes = (secret: string): readonly object[] => [
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
        {
          name: "agent",
          ready: false,
          state: {
            terminated: { message: secret },
            waiting: { message: secret },
            running: { startedAt: "2026-08-01T00:00:00Z", note: secret },
          },
        },
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
    data: {
      ".dockerconfigjson": base64(
        JSON.stringify({
          auths: {
            "ghcr.io": { auth: base64(`bot:${secret}`) },
            [`https://quay.io/v2/${secret}`]: { auth: base64(`bot:${secret}`) },
          },
          credHelpers: { [`lscr.io/a/${secret}`]: secret },
        }),
      ),
      other: base64(secret),
    },
  },
];

const config = (secret: string) => `version: v1alpha1
machine:
  type: worker
  token: ${secret}
  ca: {crt: ${base64(secret)}, key: ${base64(secret)}}
  network: {hostname: w-1, interfaces: [{interface: wg0, wireguard: {privateKey: ${secret}, peers: [{publicKey: ${secret}}]}}]}
  nodeAnnotations: {vault.example/token: ${secret}}
  env: {HTTPS_PROXY: "http://bot:${secret}@proxy"}
  files: [{content: "${secret}", path: /x}]
  registries:
    config:
      ghcr.io: {auth: {username: bot, password: ${secret}}}
      quay.io: {auth: {auth: ${base64(`bot:${secret}`)}}, tls: {ca: ${secret}}}
      quay.io/${secret}: {auth: {auth: ${base64(`bot:${secret}`)}}, tls: {ca: ${secret}}}
    mirrors: {"https://mirror.example/v2/${secret}": {endpoints: [a]}, "https://bot:${secret}@mirror.example": {endpoints: [a]}}
  pods: [{spec: {containers: [{env: [{name: A, value: ${secret}}]}]}}]
---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: docker.io
identityToken: ${secret}
---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: docker.io/${secret}
identityToken: ${secret}
---
apiVersion: v1alpha1
kind: RegistryMirrorConfig
name: https://bot:${secret}@mirror.example
---
apiVersion: v1alpha1
kind: WireguardConfig
name: wg1
privateKey: ${secret}
---
apiVersion: v1alpha1
kind: KubeNodeConfig
annotations: {vault.example/token: ${secret}}
`;

const kustomization = (secret: string) => `components:
  - cilium/components/devices
# ${secret} platform.example/rollout-gate-activated: ${secret} ${secret}
configMapGenerator: [{literals: ["a=${secret}"]}]
`;

/** Evidence of every kind with a secret in every place where one may stand. */
export const everywhere = (secret: string): Given => ({
  files: {
    "all.json": listOf(kubernetes(secret)),
    "mc.json": JSON.stringify(machineConfig("10.0.0.11", config(secret))),
    "rendered.yaml": config(secret),
    "probes.json": JSON.stringify({
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "Probes",
      metadata: { name: secret },
      probes: [{ credential: "registry", through: "registry", result: "denied" }],
    }),
    "history.json": JSON.stringify({
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "CredentialHistory",
      metadata: { name: secret },
      credential: "registry",
      complete: false,
      declarations: [{ revision: "a".repeat(64) }],
    }),
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
      version: `token ${secret}`,
      credential: `token ${secret}`,
      credentialRevision: `token ${secret}`,
      image: `https://bot:${secret}@ghcr.io/?`,
      nodes: [
        { name: `${secret}\n`, uid: `token ${secret}`, bootId: secret.repeat(30), token: secret },
      ],
      password: secret,
    }),
  },
  profile: profileWith({ history: true }),
  texts: {
    "etcd.txt": tableOf(
      statusHead,
      statusRow({ node: "10.0.0.11", errors: `${secret} ${base64(secret)}` }),
    ),
    "plain.log": logOf([
      { at: "2026-01-01T08:00:00Z", text: encrypted("a", `# ${secret}\nother: ${secret}\n`) },
      {
        at: "2026-01-02T08:00:00Z",
        text: `stringData: {ghcr_dockerconfigjson: "${secret}", b: "${base64(secret)}"}\n`,
        refs: `HEAD -> ${secret}`,
      },
    ]),
    "unread.log": logOf([{ at: "2026-01-01T08:00:00Z", text: `${secret}: [${secret}\n` }]),
    "encrypted.log": logOf([
      { at: "2026-01-01T08:00:00Z", text: encrypted("a", `# ${secret}\nother: ${secret}\n`) },
    ]),
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
