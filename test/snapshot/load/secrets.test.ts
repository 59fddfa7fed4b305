import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  base64,
  dockerConfig,
  documentOf,
  placesOf,
  problemsOf,
  snapshotOf,
} from "./load-support.ts";

const config = dockerConfig("bot", "s3cr3t-t0ken");
const liveSecret = (name: string, data: object) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace: "flux-system", uid: "s1", resourceVersion: "5" },
  data,
});
const encrypted = (value: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: variables, namespace: flux-system}\nstringData:\n  ghcr_dockerconfigjson: ${value}\nsops: {mac: x}\n`;
const cipher = "ENC[AES256_GCM,data:abc,type:str]";
const revision = createHash("sha256").update(`${cipher}\n`).digest("hex");

describe("secrets", () => {
  it("fingerprints a live Secret that the profile names, and keeps no object", () => {
    const secret = liveSecret("registry", { ".dockerconfigjson": base64(config) });
    const snapshot = snapshotOf({ files: { "s.json": JSON.stringify(secret) } });
    expect(snapshot.objects).toEqual({});
    expect(snapshot.credentials).toMatchObject({
      registry: {
        live: {
          "flux-system/registry": {
            uid: "s1",
            resourceVersion: "5",
            entries: [{ host: "ghcr.io", kind: "basic", consistent: true }],
          },
        },
      },
    });
  });

  it("gives one fingerprint to one credential, wherever it is", () => {
    const snapshot = snapshotOf({
      files: {
        "s.json": JSON.stringify(liveSecret("registry", { ".dockerconfigjson": base64(config) })),
        "d.json": JSON.stringify({
          apiVersion: "v1",
          kind: "Secret",
          metadata: { name: "variables", namespace: "flux-system" },
          stringData: { ghcr_dockerconfigjson: config },
        }),
      },
      declaredCredentials: [{ credential: undefined, document: documentOf(JSON.parse(config)) }],
    });
    const { declared, live } = snapshot.credentials?.registry ?? {};
    expect(declared?.entries).toEqual(live?.["flux-system/registry"]?.entries);
    expect(declared?.entries).toHaveLength(1);
  });

  it("refuses any other payload, where the Secret stands", () => {
    const files = {
      "s.yaml":
        "apiVersion: v1\nkind: Secret\nmetadata: {name: x, namespace: y, uid: z}\ndata: {a: aGVsbG8=}\n",
    };
    const problems = problemsOf({ files });
    expect(placesOf({ files })).toEqual(["SNAPSHOT_SECRET_REFUSED s.yaml:1:1"]);
    expect(JSON.stringify(problems)).not.toContain("aGVsbG8=");
  });

  it("keeps a Secret without payload as metadata, and says that one was withheld", () => {
    const { data: _, ...bare } = liveSecret("registry", {});
    const snapshot = snapshotOf({ files: { "s.json": JSON.stringify(bare) } });
    expect(Object.keys(snapshot.objects)).toEqual(["v1/Secret/flux-system/registry"]);
    expect(snapshot.gaps).toMatchObject([
      { part: "credentials", name: "registry", reason: "Withheld" },
    ]);
  });

  it.each([
    { ".dockerconfigjson": "*" },
    { ".dockerconfigjson": base64("{}x") },
    { ".dockerconfigjson": 5 },
  ])("refuses a malformed docker config without telling it (%#)", (data) => {
    const files = { "s.json": JSON.stringify(liveSecret("registry", data)) };
    expect(placesOf({ files })[0]).toMatch(/^SNAPSHOT_CREDENTIAL_INVALID s\.json:1:\d+$/);
  });

  it.each([
    { how: "at its Git path", given: { git: { "k8s/secret.enc.yaml": encrypted(cipher) } } },
    {
      how: "as a file of a checkout",
      given: { files: { "repo/k8s/secret.enc.yaml": encrypted(cipher) } },
    },
    { how: "by its name", given: { files: { "elsewhere.yaml": encrypted(cipher) } } },
  ])("reads the revision of an encrypted Secret $how", ({ given }) => {
    expect(snapshotOf(given).credentials).toEqual({ registry: { declared: { revision } } });
  });

  it("refuses plaintext where ciphertext belongs", () => {
    expect(placesOf({ git: { "k8s/secret.enc.yaml": encrypted("plain") } })).toEqual([
      "SNAPSHOT_SECRET_REFUSED k8s/secret.enc.yaml:5:26",
    ]);
  });

  it("does not guess which credential is declared", () => {
    const declaredCredentials = [{ credential: "other", document: documentOf(JSON.parse(config)) }];
    expect(placesOf({ declaredCredentials })).toEqual(["SNAPSHOT_AMBIGUOUS input.json:1:1"]);
  });

  it("tells two declarations that differ", () => {
    const declaredCredentials = [
      { credential: "registry", document: documentOf(JSON.parse(config)) },
      { credential: "registry", document: documentOf(JSON.parse(dockerConfig("bot", "other"))) },
    ];
    expect(placesOf({ declaredCredentials })).toEqual([
      "SNAPSHOT_CONFLICTING_OBJECT input.json:1:1",
    ]);
  });
});
