import type { Planted } from "./planted.ts";

/** What `kubectl get … -o json` prints of a small cluster whose owners put secrets wherever they could. */
export function clusterFiles(secrets: Planted): Readonly<Record<string, string>> {
  const objects = [
    { apiVersion: "v1", kind: "Namespace", metadata: metadata("kube-system", undefined, secrets) },
    ...["worker-1", "worker-2"].map((name, place) => node(name, place, secrets)),
    pod(secrets),
    daemonSet(secrets),
    helmRelease(secrets),
    liveSecret(secrets),
  ];
  return {
    "cluster.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }, null, 1),
    "rendered-release.json": JSON.stringify(renderedRelease(secrets)),
  };
}

function metadata(
  name: string,
  namespace: string | undefined,
  { literal }: Planted,
): Record<string, unknown> {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: `uid-${name}`,
    annotations: {
      "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({ env: literal }),
      "vault.example/token": literal,
    },
  };
}

function node(name: string, place: number, secrets: Planted): unknown {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: metadata(name, undefined, secrets),
    spec: {},
    status: {
      addresses: [{ type: "InternalIP", address: `10.0.0.${place + 1}` }],
      conditions: [
        {
          type: "Ready",
          status: "True",
          lastTransitionTime: "2026-08-01T10:00:00Z",
          message: secrets.literal,
        },
      ],
      nodeInfo: {
        bootID: `boot-${name}`,
        machineID: `machine-${name}`,
        osImage: "Talos (v1.13.8)",
      },
    },
  };
}

function template({ literal, password, user }: Planted): {
  readonly metadata: object;
  readonly spec: object;
} {
  return {
    metadata: { labels: { app: "agent" }, annotations: { "checksum/secret": literal } },
    spec: {
      containers: [
        {
          name: "agent",
          image: "registry.example/agent:v1",
          command: ["sh", "-c", `curl -u ${user}:${password} https://registry.example`],
          env: [
            { name: "TOKEN", value: literal },
            { name: "ENCODED", value: btoa(password) },
          ],
        },
      ],
    },
  };
}

const owner = [
  { apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "uid-agent", controller: true },
];

function pod(secrets: Planted): unknown {
  const { spec } = template(secrets);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata("agent-1", "kube-system", secrets), ownerReferences: owner },
    spec: { ...spec, nodeName: "worker-1" },
    status: { phase: "Running", message: secrets.literal },
  };
}

function daemonSet(secrets: Planted): unknown {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: metadata("agent", "kube-system", secrets),
    spec: {
      selector: { matchLabels: { app: "agent" } },
      template: template(secrets),
      updateStrategy: { type: "OnDelete" },
    },
    status: { conditions: [{ type: "Odd", status: "True", message: secrets.literal }] },
  };
}

function helmRelease(secrets: Planted): unknown {
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: metadata("agent", "kube-system", secrets),
    spec: { values: { password: secrets.password, [secrets.literal]: 1 } },
    status: { conditions: [{ type: "Ready", status: "False", message: secrets.password }] },
  };
}

/** As the tree renders to it, with texts in which Flux still puts something in. */
function renderedRelease(secrets: Planted): unknown {
  const { literal, password } = secrets;
  const placeholder = ["$", "{LEVEL}"].join("");
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: { name: "agent", namespace: "kube-system", annotations: { note: literal } },
    spec: {
      values: {
        password,
        level: `${literal} ${placeholder}`,
        [literal]: { [password]: placeholder },
      },
    },
  };
}

function liveSecret(secrets: Planted): unknown {
  return {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/dockerconfigjson",
    metadata: metadata("registry-pull", "flux-system", secrets),
    data: { ".dockerconfigjson": btoa(dockerConfig(secrets)), other: btoa(secrets.literal) },
  };
}

/** Of the declared host in full, and of another one with a token. */
export function dockerConfig({ user, password, identityToken }: Planted): string {
  const auth = btoa(`${user}:${password}`);
  return JSON.stringify({
    auths: {
      "registry.example": { username: user, password, auth },
      "other.example": { identitytoken: identityToken },
    },
  });
}
