// The registry credential in its four forms: encrypted in Git, decrypted, as a live Secret, as a hand-off.
// Every value is made up.
import { bootId, nodeUid } from "./cluster.mjs";
import { base64, bytes, letters, resourceVersion, sha256, uuid } from "./shapes.mjs";

export const imageRepository = "ghcr.io/devantler-tech/ksail";
export const operatorVersion = "7.176.0";
export const image = `${imageRepository}:v${operatorVersion}`;

function credential(letter) {
  const password = `example-token-${letter}-${letters(`token/${letter}`, "abcdefghjkmnpqrstuvwxyz23456789", 20)}`;
  const username = "example-bot";
  const auth = base64(`${username}:${password}`);
  // The text as someone once put it into Git …
  const declared = JSON.stringify({ auths: { "ghcr.io": { username, password, auth } } }, null, 2);
  // … and the bytes that ksail makes of the same credential: compact, keys sorted.
  const written = JSON.stringify({ auths: { "ghcr.io": { auth, password, username } } });
  const ciphertext = encrypted(`ghcr_dockerconfigjson/${letter}`, `${declared}\n`);
  return {
    username,
    password,
    declared: `${declared}\n`,
    written,
    ciphertext,
    revision: sha256(`${ciphertext}\n`),
  };
}

/** `current` is declared in the incident, `other` is some second one, `next` replaces it, `old` preceded it. */
export const credentials = {
  current: credential("a"),
  other: credential("b"),
  next: credential("c"),
  old: credential("old"),
};

function encrypted(name, plain) {
  const part = (what, length) => bytes(`${name}/${what}`, length).toString("base64");
  return `ENC[AES256_GCM,data:${part("data", Buffer.byteLength(plain))},iv:${part("iv", 32)},tag:${part("tag", 16)},type:str]`;
}

const otherVariables = {
  alertmanager_webhook_url: "https://hooks.example/not-a-real-hook",
  cloudflare_api_token: "example-dns-token-not-a-real-token",
};

const secretHead = `apiVersion: v1
kind: Secret
metadata:
  name: variables-base
  namespace: flux-system
type: Opaque
`;

/** `k8s/bases/bootstrap/secret.enc.yaml`, as SOPS writes it. */
export function encryptedSecret({ ciphertext }, lastModified) {
  const others = Object.entries(otherVariables)
    .map(([key, value]) => `  ${key}: ${encrypted(key, value)}\n`)
    .join("");
  const armour = bytes("age/file-key", 96)
    .toString("base64")
    .match(/.{1,64}/g);
  return `# Variables that Flux substitutes everywhere. Edit with: sops k8s/bases/bootstrap/secret.enc.yaml
${secretHead}stringData:
${others}  # Pull credential for ghcr.io: nodes, Flux and the consumer namespaces all use this one.
  ghcr_dockerconfigjson: ${ciphertext}
sops:
  age:
    - enc: |
        -----BEGIN AGE ENCRYPTED FILE-----
${armour.map((line) => `        ${line}`).join("\n")}
        -----END AGE ENCRYPTED FILE-----
      recipient: age1exampleexampleexampleexampleexampleexampleexampleexamplxe
  encrypted_regex: ^(data|stringData)$
  lastmodified: "${lastModified}"
  mac: ${encrypted(`mac/${ciphertext}/${lastModified}`, "0".repeat(128))}
  version: 3.12.1
`;
}

/** What `sops -d` prints of that file. */
export function decryptedSecret({ declared }) {
  const others = Object.entries(otherVariables)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join("");
  const text = declared.replace(/^(?=.)/gm, "    ");
  return `# Variables that Flux substitutes everywhere. Edit with: sops k8s/bases/bootstrap/secret.enc.yaml
${secretHead}stringData:
${others}  # Pull credential for ghcr.io: nodes, Flux and the consumer namespaces all use this one.
  ghcr_dockerconfigjson: |
${text}`;
}

/** `kubectl get secret ksail-registry-credentials -n flux-system -o json`, last written at `at`. */
export function liveSecret(dockerConfig, at) {
  return {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/dockerconfigjson",
    metadata: {
      name: "ksail-registry-credentials",
      namespace: "flux-system",
      uid: uuid("secret/ksail-registry-credentials"),
      resourceVersion: resourceVersion(at),
      creationTimestamp: "2026-02-14T09:21:37Z",
      labels: { "app.kubernetes.io/managed-by": "ksail" },
      annotations: { "ksail.io/credential-purpose": "pull" },
    },
    data: { ".dockerconfigjson": base64(dockerConfig) },
  };
}

/** What the pass before the cluster update hands on to the one after it. */
export function handOff(fleet, { revision }) {
  const document = {
    version: 2,
    credential: "registry",
    credentialRevision: revision,
    image,
    nodes: fleet.map((machine) => ({
      name: machine.name,
      uid: nodeUid(machine),
      bootId: bootId(machine),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
