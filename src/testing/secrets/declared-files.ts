import { dockerConfig } from "./cluster-files.ts";
import type { Planted } from "./planted.ts";

export const encryptedPath = "clusters/prod/secret.enc.yaml";

/** The profile, and what Git declares: encrypted, decrypted, and with remarks that nobody should have written. */
export function declaredFiles(secrets: Planted): Readonly<Record<string, string>> {
  const { literal, password } = secrets;
  return {
    "profile.yaml": profile,
    "manifest.yaml": manifest,
    "decrypted.yaml": `# ${literal}
apiVersion: v1
kind: Secret
metadata: { name: registry-pull, namespace: flux-system }
stringData:
  other: ${literal}
  config: '${dockerConfig(secrets)}'
`,
    [`git/${encryptedPath}`]: encrypted(secrets),
    "git/clusters/prod/kustomization.yaml": `components:
  - gates/agent
# ${literal} gate.example/activated: 2026-07-26 ${password}
configMapGenerator:
  - literals: ["token=${literal}"]
`,
    "git/clusters/prod/gates/agent/kustomization.yaml": `patches:
  - target: { kind: DaemonSet, namespace: kube-system, name: agent }
    patch: |
      kind: DaemonSet
      metadata: { name: agent, namespace: kube-system }
      spec:
        token: ${literal}
        updateStrategy: { type: OnDelete }
`,
    "git/clusters/prod/operator.yaml": `spec:\n  token: ${literal}\n  tag: v1.2.3\n`,
  };
}

/** The committed file, beside whose one encrypted text somebody left others as they are. */
export function encrypted({ literal, password, user }: Planted): string {
  return `# the login is ${user}, the password ${password}
apiVersion: v1
kind: Secret
metadata: { name: registry-pull, namespace: flux-system }
stringData:
  plain: ${literal}
  config: ENC[AES256_GCM,data:AAAA,iv:BBBB,tag:CCCC,type:str]
sops:
  version: 3.12.1
`;
}

const manifest = `apiVersion: fleetwarrant.dev/v1alpha1
kind: SnapshotManifest
takenAt: "2026-08-06T17:00:00Z"
`;

const profile = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Profile
metadata: { name: planted }
spec:
  gates:
    - name: agent
      declared:
        kustomization: clusters/prod/kustomization.yaml
        component: gates/agent
        strategy: { kind: DaemonSet, namespace: kube-system, name: agent, pointer: /spec/updateStrategy/type }
      marker: { key: gate.example/activated }
      daemonSet: { namespace: kube-system, name: agent }
      helmRelease: { namespace: kube-system, name: agent }
  credentials:
    - name: registry
      host: registry.example
      declared:
        file: ${encryptedPath}
        pointer: /stringData/config
        secret: { namespace: flux-system, name: registry-pull, key: config }
      live:
        - { namespace: flux-system, name: registry-pull, key: .dockerconfigjson }
      history: true
      proof: { revision: proof.example/revision, image: proof.example/image }
      image:
        repository: registry.example/operator
        tag: { file: clusters/prod/operator.yaml, pointer: /spec/tag }
  nodes:
    talosCollected: true
    rendered: true
    ownership: { owner: hold.example/owner }
    minutesPerReboot: 5
  pipeline:
    requiredSteps:
      - { id: cluster_update, title: Update }
`;
