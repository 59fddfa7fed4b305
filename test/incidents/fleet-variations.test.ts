import { describe, expect, it } from "vitest";
import type { ProfileDocument } from "../../src/generated/profile-types.ts";
import type { SnapshotDocument } from "../../src/generated/snapshot-types.ts";
import {
  actionsOf,
  allBut,
  decideVaried,
  everyNode,
  nodeNamed,
  onNode,
  onTalos,
  proofKeys,
  tally,
  type Variation,
} from "./vary.ts";

// What several credentials, a past, or a part of the fleet make of the incident.

const A = "a".repeat(64);
const B = "b".repeat(64);

function fingerprint(value: string): { alg: string; keyId: string; value: string } {
  return { alg: "hmac-sha256/v1", keyId: "test", value };
}

describe("A was proved, B was declared and loaded, the job died, Git returned to A", () => {
  const revisions = { a: "1".repeat(64), b: "2".repeat(64) };

  /** Every marker still says A. What of the rest was collected differs. */
  function detour({ bound, times }: { bound: boolean; times: boolean }): Variation {
    return {
      folder: "reboot-storm/stage",
      profile: (profile) => {
        const [credential] = profile.spec.credentials ?? [];
        if (credential === undefined) throw new Error("no credential");
        credential.history = true;
        if (bound)
          Object.assign(credential.proof, { bootId: "p.example/boot", uid: "p.example/uid" });
      },
      snapshot: (snapshot) => {
        const { registry } = snapshot.credentials ?? {};
        if (registry === undefined) throw new Error("no credential");
        registry.declared = {
          revision: revisions.a,
          firstDeclaredAt: "2026-07-13T18:42:06Z",
          entries: [
            { host: "ghcr.io", kind: "basic", consistent: true, fingerprint: fingerprint(A) },
          ],
        };
        registry.previous = [
          {
            revision: revisions.b,
            fingerprint: fingerprint(B),
            firstDeclaredAt: "2026-08-09T18:00:00Z",
            lastDeclaredAt: "2026-08-09T18:00:00Z",
            revoked: false,
          },
        ];
        for (const name of everyNode) {
          onNode(snapshot, `prod-${name}`, ({ metadata: { annotations, uid } }) => {
            annotations[proofKeys.revision] = revisions.a;
            if (bound)
              Object.assign(annotations, {
                "p.example/boot": "the-boot-before",
                "p.example/uid": uid,
              });
          });
          onTalos(snapshot, `prod-${name}`, (talos) => {
            // Git returned to A after the node had booted into B.
            talos.registryConfigUpdatedAt = "2026-08-09T19:59:00Z";
            if (!times) {
              delete talos.runtimeStartedAt;
              delete talos.registryConfigUpdatedAt;
            }
            configure(talos.machineConfig.active, A);
            prove(talos.machineConfig.active, revisions.a);
          });
        }
      },
    };
  }

  /** Talos keeps what it owns on the Node as its config says. */
  function prove(
    { documents }: { documents: { nodeAnnotations?: Record<string, string> }[] },
    revision: string,
  ): void {
    for (const { nodeAnnotations } of documents)
      if (nodeAnnotations !== undefined) nodeAnnotations[proofKeys.revision] = revision;
  }

  function configure(
    { documents }: { documents: { registryAuth?: { host: string; fingerprint?: object }[] }[] },
    value: string,
  ): void {
    for (const { registryAuth = [] } of documents)
      for (const entry of registryAuth)
        if (entry.host === "ghcr.io") entry.fingerprint = fingerprint(value);
  }

  it.each([
    {
      bound: false,
      times: true,
      why: "an older marker, and another credential was declared since",
    },
    { bound: false, times: false, why: "the same with nothing known of the runtime's start" },
    { bound: true, times: true, why: "a marker of the boot before" },
    { bound: true, times: false, why: "the same with nothing known of the runtime's start" },
  ])("$why: no node is left alone or given a proof", ({ bound, times }) => {
    const decision = decideVaried(detour({ bound, times }));
    expect(actionsOf(decision)).toEqual(allBut("blocked (unknown) Undecided"));
    expect(decision.verdict).not.toBe("allow");
  });

  it("where whenUnproven asks for it, they reboot, the config being as it is to be", () => {
    const decision = decideVaried({
      ...detour({ bound: false, times: true }),
      params: [{ name: "whenUnproven", value: "reboot" }],
    });
    expect(tally(decision)).toEqual({ reboot: 7 });
  });

  it("beside it: B was never loaded, since the runtime is older than it, and the marker is of this boot", () => {
    const variation = detour({ bound: true, times: true });
    const decision = decideVaried({
      ...variation,
      snapshot: (snapshot) => {
        variation.snapshot?.(snapshot);
        for (const name of everyNode)
          onNode(snapshot, `prod-${name}`, ({ metadata, status }) => {
            metadata.annotations["p.example/boot"] = status.nodeInfo.bootID;
          });
      },
    });
    expect(tally(decision)).toEqual({ none: 7 });
  });
});

describe("two hosts on every node", () => {
  /** `registry` is proved and unchanged; `mirror` is another credential of the same nodes. */
  function twoHosts(declaredMirror: string): Variation {
    return {
      folder: "reboot-storm/stage",
      profile: addMirror,
      snapshot: (snapshot) => {
        addMirrorEvidence(snapshot, declaredMirror);
      },
    };
  }

  function addMirror({ spec }: ProfileDocument): void {
    spec.credentials?.push({
      name: "mirror",
      host: "mirror.example",
      declared: {
        file: "k8s/mirror.enc.yaml",
        pointer: "/stringData/config",
        secret: { namespace: "flux-system", name: "mirror", key: "config" },
      },
      proof: { revision: "p.example/mirror" },
    });
  }

  function addMirrorEvidence(snapshot: SnapshotDocument, declared: string): void {
    const entry = (value: string) => ({
      host: "mirror.example",
      kind: "basic" as const,
      consistent: true,
      fingerprint: fingerprint(value),
    });
    snapshot.credentials ??= {};
    snapshot.credentials.mirror = {
      declared: { revision: declared, entries: [entry(declared)] },
    };
    for (const name of everyNode) {
      onNode(snapshot, `prod-${name}`, ({ metadata: { annotations } }) => {
        annotations["p.example/mirror"] = A;
      });
      onTalos(snapshot, `prod-${name}`, ({ machineConfig: { active, persistent } }) => {
        for (const { documents } of [active, persistent ?? active])
          documents.find(({ kind }) => kind === "RegistryAuthConfig")?.registryAuth?.push(entry(A));
      });
    }
  }

  it("neither changed: nothing to do", () => {
    expect(tally(decideVaried(twoHosts(A)))).toEqual({ none: 7 });
  });

  it("one changed: its reboot, once for each node, and the reason is its own", () => {
    const decision = decideVaried(twoHosts(B));
    expect(actionsOf(decision)).toEqual(allBut("reboot CredentialChanged"));
    const { obligations, rules, evidence } = nodeNamed(decision, "prod-worker-1");
    expect(obligations).toEqual(["patch", "reboot", "verify", "reassert"]);
    expect(rules).toEqual([
      "registry-credential/proof-current",
      "registry-credential/credential-changed",
    ]);
    expect(JSON.stringify(evidence)).toContain("/credentials/mirror");
    expect(decision.disruption.reboots).toBe(7);
  });
});

describe("nine nodes, two of them the autoscaler's, which the update did not touch", () => {
  function nineNodes(): Variation {
    return {
      folder: "reboot-storm/after-update",
      snapshot: (snapshot) => {
        for (const [index, name] of ["prod-autoscaled-1", "prod-autoscaled-2"].entries()) {
          const node = structuredClone(snapshot.objects["v1/Node//prod-worker-4"]);
          const talos = structuredClone(snapshot.talos?.["prod-worker-4"]);
          if (node === undefined || talos === undefined) throw new Error("no worker to copy");
          snapshot.objects[`v1/Node//${name}`] = node;
          snapshot.talos ??= {};
          snapshot.talos[name] = talos;
          const revision = snapshot.credentials?.registry?.declared?.revision ?? "";
          const proof = {
            [proofKeys.revision]: revision,
            [proofKeys.image]: "ghcr.io/devantler-tech/ksail:v7.176.0",
          };
          node.metadata.name = name;
          onNode(snapshot, name, (draft) => {
            draft.metadata.uid = `uid-of-${name}`;
            draft.metadata.labels["ksail.io/autoscaled"] = "true";
            Object.assign(draft.metadata.annotations, proof);
            for (const address of draft.status.addresses)
              if (address.type === "InternalIP") address.address = `10.0.1.${50 + index}`;
          });
          onTalos(snapshot, name, ({ machineConfig: { active } }) => {
            for (const document of active.documents)
              if (document.kind === "v1alpha1")
                document.nodeAnnotations = { ...document.nodeAnnotations, ...proof };
          });
        }
      },
    };
  }

  it("the seven get their proof back, the two are left alone", () => {
    const decision = decideVaried(nineNodes());
    expect(tally(decision)).toEqual({ reassert: 7, none: 2 });
    expect(nodeNamed(decision, "prod-autoscaled-1").reason).toBe("ProofCurrent");
  });
});
