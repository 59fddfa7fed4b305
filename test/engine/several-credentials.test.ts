import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { CredentialEntry } from "../../src/generated/snapshot-types.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { createDraft, type Edit, entry, revisionKey } from "./facts/node/fleet.ts";

// One node, two registry hosts: each credential is judged by its own evidence, and what is to be done unites.

const quayKey = "example.dev/quay-revision";
const quayRevision = "9".repeat(64);
const quayEntry = (letter: string): CredentialEntry => ({ ...entry(letter), host: "quay.io" });

/** A second credential, for quay.io, that the config holds in this spelling; proven without an image. */
function withQuay(configured: string): Edit {
  return (draft) => {
    const { credential, documents, snapshot, spec, annotations } = draft;
    const { image: _, live: __, ...rest } = credential;
    spec.credentials.push({
      ...rest,
      name: "quay",
      host: "quay.io",
      declared: {
        file: "quay.enc.yaml",
        pointer: "/a",
        secret: { namespace: "a", name: "b", key: "c" },
      },
      proof: { revision: quayKey },
    });
    snapshot.credentials = {
      ...snapshot.credentials,
      quay: { declared: { revision: quayRevision, entries: [quayEntry("a")] } },
    };
    documents.push({
      kind: "RegistryAuthConfig",
      name: "quay.io",
      digests: {},
      registryAuth: [quayEntry(configured)],
    });
    const nodeAnnotations = documents[0]?.nodeAnnotations;
    if (nodeAnnotations !== undefined) nodeAnnotations[quayKey] = quayRevision;
    annotations[quayKey] = quayRevision;
  };
}

/** The proof of the first credential is gone, from the config as well. */
const firstLost: Edit = ({ annotations, documents }) => {
  delete annotations[revisionKey];
  delete documents[0]?.nodeAnnotations?.[revisionKey];
};
const quayUnread: Edit = ({ snapshot }) => {
  delete snapshot.credentials?.quay?.declared;
};
const noFirstRevision: Edit = ({ declared }) => {
  delete declared.revision;
};

function workerAfter(...edits: readonly Edit[]) {
  const draft = createDraft();
  for (const edit of edits) edit(draft);
  const { nodes } = evaluate(shippedPolicies(), draft.snapshot, draft.profile);
  const worker = nodes.find(({ name }) => name === "worker-1");
  if (worker === undefined) throw new Error("the worker was not judged");
  return worker;
}

describe("a node with two credentials", () => {
  it("has nothing to do while both are loaded and proven", () => {
    const worker = workerAfter(withQuay("a"));
    expect(worker).toMatchObject({ action: "none", obligations: [] });
  });

  it("reboots for the one that changed, which is named", () => {
    const worker = workerAfter(withQuay("b"));
    expect(worker).toMatchObject({
      action: "reboot",
      obligations: ["patch", "reboot", "verify", "reassert"],
      reason: "CredentialChanged",
    });
    expect(worker.message).toMatch(/^quay: the runtime works with another credential/);
    expect(worker.message).not.toContain("registry:");
  });

  it("unites what each asks for, and says why for each", () => {
    const worker = workerAfter(withQuay("b"), firstLost);
    expect(worker).toMatchObject({
      action: "reboot",
      obligations: ["patch", "reboot", "verify", "reassert"],
    });
    expect(worker.message).toMatch(/^quay: .*; registry: the credential is loaded/);
    const logins = worker.evidence
      .map(({ pointer }) => pointer)
      .filter((pointer) => pointer.includes("registryAuth"));
    expect(logins).toEqual([
      "/talos/worker-1/machineConfig/active/documents/2/registryAuth/0",
      "/talos/worker-1/machineConfig/active/documents/1/registryAuth/0",
    ]);
  });

  it("tells once what holds for both", () => {
    const worker = workerAfter(withQuay("a"), ({ snapshot }) => {
      const node = snapshot.objects["v1/Node//control-1"];
      if (node !== undefined) node.metadata.annotations = { "example.dev/owner": "run-7" };
    });
    expect(worker).toMatchObject({ blocked: "refused", reason: "ResidualOwnership" });
    expect(worker.message).toMatch(/^registry, quay: a node of the fleet is still held/);
    expect(worker.message.match(/still held/g)).toHaveLength(1);
  });

  it("lists what is missing of each", () => {
    const worker = workerAfter(withQuay("a"), quayUnread, noFirstRevision);
    expect(worker.blocked).toBe("unknown");
    const marker = worker.missing?.find(({ fact }) => fact === "marker");
    expect(marker?.reasons.map(({ detail }) => detail)).toEqual([
      "the declared revision of `registry` not read",
      "the declared revision of `quay` not read",
    ]);
  });
});

describe("a node with one credential", () => {
  it("is told without its name", () => {
    expect(workerAfter(firstLost).message).toMatch(/^the credential is loaded/);
  });
});
