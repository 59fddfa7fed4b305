import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../../src/snapshot/parse-snapshot.ts";
import { writeSnapshot } from "../../../src/snapshot/write-snapshot.ts";
import { statusHead, statusRow, tableOf } from "./etcd-support.ts";
import { logOf } from "./git-log-support.ts";
import { assemble, base64, documentOf, type Given, node } from "./load-support.ts";
import { everywhere, kubernetes } from "./planted-secrets.ts";

/** Eight characters of a secret are a leak. */
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
          proofs: [{ image: `https://bot:${secret}@ghcr.io/?` }],
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
      ...["credential", "node", "image", "through", "result", "revision", "bootId", "at", "x"].map(
        (field) => (secret: string) => ({
          files: {
            "n.json": JSON.stringify({
              apiVersion: "v1",
              kind: "Node",
              metadata: { name: "n", uid: "u" },
            }),
            "p.json": JSON.stringify({
              apiVersion: "fleetwarrant.dev/v1alpha1",
              kind: "Probes",
              probes: [
                {
                  credential: "registry",
                  node: "n",
                  through: "kubelet",
                  result: "pulled",
                  [field]: `https://bot:${secret}@ghcr.io/`,
                },
              ],
            }),
          },
        }),
      ),
      ...["credential", "complete", "declarations", "x"].map((field) => (secret: string) => ({
        files: {
          "h.json": JSON.stringify({
            apiVersion: "fleetwarrant.dev/v1alpha1",
            kind: "CredentialHistory",
            credential: "registry",
            complete: true,
            declarations: [],
            [field]: secret,
          }),
        },
      })),
      ...["revision", "fingerprint", "firstDeclaredAt", "lastDeclaredAt", "revoked"].map(
        (field) => (secret: string) => ({
          files: {
            "h.json": JSON.stringify({
              apiVersion: "fleetwarrant.dev/v1alpha1",
              kind: "CredentialHistory",
              credential: "registry",
              complete: true,
              declarations: [{ [field]: secret }],
            }),
          },
        }),
      ),
      ...["Author: ", "", "diff --git a/", "+++ b/", "@@ ", "+"].map(
        (start) => (secret: string) => ({
          texts: {
            "g.log": `${logOf([{ at: "2026-01-01T08:00:00Z", text: "a: 1\n" }])}${start}${secret}\n`,
          },
        }),
      ),
      ...["node", "member", "leader", "learner"].map((cell) => (secret: string) => ({
        files: { "n.json": JSON.stringify(node("n", "10.0.0.1")) },
        texts: { "e.txt": tableOf(statusHead, statusRow({ [cell]: secret })) },
      })),
      (secret) => ({ texts: { "e.txt": `${tableOf(statusHead)}${secret}: ${secret}\n` } }),
      (secret) => ({ texts: { "e.txt": tableOf([...statusHead, secret], statusRow({})) } }),
      (secret) => ({
        texts: {
          "g.log": logOf([{ at: "2026-01-01T08:00:00Z", text: secret }]).replaceAll("k8s", secret),
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
