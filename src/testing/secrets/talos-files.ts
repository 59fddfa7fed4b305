import type { Planted } from "./planted.ts";

/** What `talosctl get … -o yaml` prints of two nodes, and what is rendered for them. */
export function talosFiles(secrets: Planted): Readonly<Record<string, string>> {
  const nodes = ["10.0.0.1", "10.0.0.2"];
  return {
    "talos/machineconfig.yaml": nodes.map((node) => machineConfig(node, secrets)).join("---\n"),
    "talos/services.yaml": nodes.map((node) => resource(node, runtime)).join("---\n"),
    "talos/etcfilestatus.yaml": nodes.map((node) => resource(node, registryConfig)).join("---\n"),
    "rendered/worker-1.yaml": configText("worker-1", secrets),
    "rendered/worker-2.yaml": configText("worker-2", secrets),
  };
}

const runtime = {
  type: "Services.v1alpha1.talos.dev",
  id: "cri",
  spec: "spec:\n    running: true\n",
};
const registryConfig = {
  type: "EtcFileStatuses.files.talos.dev",
  id: "cri/conf.d/cri.toml",
  spec: "spec:\n    specVersion: 1\n",
};

function resource(
  node: string,
  { type, id, spec }: { readonly type: string; readonly id: string; readonly spec: string },
): string {
  return `node: ${node}
metadata:
    namespace: any
    type: ${type}
    id: ${id}
    created: 2026-08-01T09:59:15Z
    updated: 2026-08-01T09:59:09Z
${spec}`;
}

function machineConfig(node: string, secrets: Planted): string {
  const name = node.endsWith("1") ? "worker-1" : "worker-2";
  const text = configText(name, secrets).replace(/^(?=.)/gm, "    ");
  return resource(node, {
    type: "MachineConfigs.config.talos.dev",
    id: "v1alpha1",
    spec: `spec: |\n${text}`,
  });
}

function configText(
  name: string,
  { user, password, identityToken, wireguardKey, caKey, literal }: Planted,
): string {
  return `version: v1alpha1
machine:
    type: worker
    token: ${literal}
    ca:
        crt: ${btoa(literal)}
        key: ${btoa(caKey)}
    network:
        hostname: ${name}
        interfaces:
            - interface: wg0
              wireguard:
                  privateKey: ${wireguardKey}
    env:
        HTTPS_PROXY: http://${user}:${password}@proxy.example
    files:
        - path: /var/lib/token
          content: ${literal}
    registries:
        config:
            other.example:
                auth:
                    auth: ${btoa(`${user}:${password}`)}
cluster:
    secret: ${literal}
---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: registry.example
username: ${user}
password: ${password}
---
apiVersion: v1alpha1
kind: RegistryAuthConfig
name: third.example
identityToken: ${identityToken}
---
apiVersion: v1alpha1
kind: WireguardConfig
name: wg1
privateKey: ${wireguardKey}
`;
}
