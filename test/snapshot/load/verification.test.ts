import { describe, expect, it } from "vitest";
import type { ProfileSource } from "../../../src/profile/profile.ts";
import { placesOf, profileWith, snapshotOf } from "./load-support.ts";

const file = "clusters/cluster.yaml";
const named: ProfileSource = {
  name: "manifests",
  ociRepository: { namespace: "flux-system", name: "root" },
  verification: { file, pointer: "/spec/verify" },
};
const base = profileWith({});
const profile = { ...base, spec: { ...base.spec, sources: [named] } };
const verify = {
  provider: " cosign ",
  matchOIDCIdentity: [{ issuer: "https://issuer", subject: "s3cr3t" }],
};
const digest = expect.stringMatching(/^digest:[0-9a-f]{16}$/);
const kept = { provider: "cosign", matchOIDCIdentity: [{ issuer: digest, subject: digest }] };
const repository = (name: string, spec: object, metadata: object = {}) => ({
  apiVersion: "source.toolkit.fluxcd.io/v1",
  kind: "OCIRepository",
  metadata: { name, namespace: "flux-system", ...metadata },
  spec,
});

describe("how artifacts are declared to be verified", () => {
  const inGit = (...documents: readonly unknown[]) => ({
    git: { [file]: documents.map((one) => JSON.stringify(one)).join("\n") },
    profile,
  });
  const recordOf = (...documents: readonly unknown[]) =>
    snapshotOf(inGit(...documents)).git?.files[file]?.verifications;

  it.each<{ documents: readonly unknown[]; record: unknown; why: string }>([
    {
      documents: [{ spec: { verify } }],
      record: [{ pointer: "/spec/verify", verify: kept }],
      why: "identities become digests",
    },
    { documents: [{ spec: {} }], record: [{ pointer: "/spec/verify" }], why: "nothing is there" },
    {
      documents: [{ spec: { verify: null } }],
      record: [{ pointer: "/spec/verify" }],
      why: "null is nothing",
    },
    {
      documents: [repository("other", { verify: {} }), repository("root", { verify })],
      record: [{ pointer: "/spec/verify", verify: kept }],
      why: "another source in the same file is another source",
    },
    {
      documents: [{ spec: { verify: { provider: "ghp token!", token: "s3cr3t" } } }],
      record: [{ pointer: "/spec/verify", verify: { provider: digest } }],
      why: "what is no such word is not told",
    },
  ])("is read from the file that the profile names: $why", ({ documents, record }) => {
    expect(recordOf(...documents)).toEqual(record);
  });

  it("must be a map, and one", () => {
    expect(placesOf(inGit({ spec: { verify: true } }))).toEqual([`SNAPSHOT_INVALID ${file}:1:19`]);
    const two = [{ spec: { verify } }, { spec: { verify: { provider: "notation" } } }];
    expect(placesOf(inGit(...two))).toEqual([expect.stringMatching(/^SNAPSHOT_AMBIGUOUS /)]);
  });

  it("is read from a rendered object that the profile names, and from no other", () => {
    const rendering = (...given: readonly object[]) => ({
      files: Object.fromEntries(given.map((one, at) => [`${at}.json`, JSON.stringify(one)])),
      profile,
    });
    const { rendered, objects } = snapshotOf(rendering(repository("root", { verify })));
    expect({ rendered, objects }).toEqual({
      rendered: {
        verifications: {
          "source.toolkit.fluxcd.io/OCIRepository/flux-system/root": { verify: kept },
        },
      },
      objects: {},
    });
    expect(placesOf(rendering(repository("other", { verify })))).toEqual([
      "SNAPSHOT_UNRECOGNIZED 0.json:1:1",
    ]);
  });

  it("compares with what is live, and comes out of a second reading as it was", () => {
    const live = repository("root", { verify: { ...verify, provider: "cosign" } }, { uid: "u" });
    const once = snapshotOf({
      ...inGit({ spec: { verify } }),
      files: { "o.json": JSON.stringify(live) },
    });
    const key = "source.toolkit.fluxcd.io/v1/OCIRepository/flux-system/root";
    expect(once.objects[key]).toMatchObject({
      spec: { verify: recordOf({ spec: { verify } })?.[0]?.verify },
    });
    expect(snapshotOf({ files: { "s.json": JSON.stringify(once) }, profile })).toEqual(once);
    expect(JSON.stringify(once)).not.toContain("s3cr3t");
  });
});
