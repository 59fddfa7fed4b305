import { describe, expect, it } from "vitest";
import {
  actionsOf,
  allBut,
  decideVaried,
  everyNode,
  type NodeDraft,
  nodeNamed,
  onNode,
  onTalos,
  proofKeys,
  type Variation,
} from "./vary.ts";

// What the tests of the reference script pin as decisions (devantler-tech/platform at 2dc642957, scripts/tests/), each with the place
// where it is pinned. Where Fleetwarrant decides otherwise, the row says why: `whenUnproven: reboot` restores the script's way.

const everywhere =
  (change: (node: NodeDraft) => void): NonNullable<Variation["snapshot"]> =>
  (snapshot) => {
    for (const name of everyNode) onNode(snapshot, `prod-${name}`, change);
  };

/** Without hand-off, and with nothing read of when the runtimes started. */
const unproven = "reboot-storm/after-update-no-handoff";
const proved = "reboot-storm/stage";

/** Takes away what would prove the load, so that the proof alone decides. */
const withoutTimes: NonNullable<Variation["snapshot"]> = (snapshot) => {
  for (const name of everyNode)
    onTalos(snapshot, `prod-${name}`, (talos) => {
      delete talos.runtimeStartedAt;
      delete talos.registryConfigUpdatedAt;
    });
};

interface Row {
  /** Where it is pinned. */
  readonly pinned: string;
  readonly given: string;
  readonly variation: Variation;
  readonly decided: Readonly<Record<string, string>>;
}

const scriptsWay = [{ name: "whenUnproven", value: "reboot" }];

const rows: readonly Row[] = [
  {
    pinned: "test-refresh-flux-ghcr-auth-safety.sh:39-69",
    given: "unversioned markers with the right values prove nothing",
    variation: {
      folder: unproven,
      params: scriptsWay,
      snapshot: (snapshot) => {
        withoutTimes(snapshot);
        everywhere(({ metadata: { annotations } }) => {
          annotations[proofKeys.revision.replace(/-v2$/, "")] = "a".repeat(64);
        })(snapshot);
      },
    },
    decided: allBut("reboot LoadUnproven"),
  },
  {
    pinned: "test-refresh-flux-ghcr-auth-safety.sh:71-104",
    given: "both proofs are what is declared",
    variation: { folder: proved },
    decided: allBut("none ProofCurrent"),
  },
  {
    pinned: "test-refresh-flux-ghcr-auth-safety.sh:106-138, rollout_convergence_test.go:165",
    given: "the credential is proved, the image is another: a pull, no reboot",
    variation: {
      folder: proved,
      files: ({ file, text }) =>
        file.endsWith("helm-release.yaml") ? text.replace("7.176.0", "7.177.0") : text,
    },
    decided: allBut("verify ImageUnproven"),
  },
  {
    pinned: "test-refresh-flux-ghcr-auth-safety.sh:145-198",
    given: "all are current and one cordoned node is still owned: everything is refused",
    variation: {
      folder: proved,
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-3", ({ metadata, spec }) => {
          metadata.annotations[proofKeys.owner] = "0123456789abcdef-gh1.1-7-abcd";
          spec.unschedulable = true;
        });
      },
    },
    decided: allBut("blocked (refused) ResidualOwnership"),
  },
  {
    pinned: "rollout_convergence_test.go:46",
    given: "all are current though a peer is cordoned and one NotReady: neither selects a node",
    variation: {
      folder: proved,
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-1", ({ spec }) => {
          spec.unschedulable = true;
        });
        onNode(snapshot, "prod-worker-2", ({ status }) => {
          for (const each of status.conditions) if (each.type === "Ready") each.status = "False";
        });
      },
    },
    decided: allBut("none ProofCurrent"),
  },
  {
    pinned: "rollout_convergence_test.go:59",
    given: "the update erased the proofs and the hand-off matches: proofs alone are written",
    variation: { folder: "reboot-storm/after-update" },
    decided: allBut("reassert MarkerLost"),
  },
  {
    pinned: "rollout_convergence_test.go:106",
    given: "one node was replaced under its name: the hand-off does not speak for it",
    variation: { folder: "reboot-storm/one-node-replaced" },
    decided: allBut("reassert MarkerLost", { "worker-2": "reboot CredentialChanged" }),
  },
  {
    pinned: "rollout_convergence_test.go:134",
    given: "a hand-off of another revision: as if there were none",
    variation: {
      folder: "reboot-storm/after-update",
      params: scriptsWay,
      files: ({ file, text }) =>
        file === "runtime-proof.json"
          ? text.replace(
              /"credentialRevision": "[0-9a-f]+"/,
              `"credentialRevision": "${"0".repeat(64)}"`,
            )
          : text,
    },
    decided: allBut("reboot LoadUnproven"),
  },
  {
    pinned: "wrapper_test.go:159",
    given:
      "another ciphertext is another revision, yet not another credential (credential-bridge 6.1, 2)",
    variation: {
      folder: proved,
      files: ({ file, text }) =>
        file.endsWith("secret.enc.yaml")
          ? text.replace(/(ghcr_dockerconfigjson: ENC\[AES256_GCM,data:)..../, "$1AAAA")
          : text,
    },
    decided: allBut("verify ImageUnproven"),
  },
  {
    pinned: "wrapper_test.go:272",
    given: "auth and password disagree: consumers would not agree on it",
    variation: {
      folder: proved,
      files: ({ file, text }) =>
        file === "variables-base.yaml"
          ? text.replace('"username": "example-bot"', '"username": "somebody-else"')
          : text,
    },
    decided: allBut("blocked (refused) CredentialInvalid"),
  },
];

describe("what the reference script's tests pin as decisions", () => {
  it.each(rows)("$pinned: $given", ({ variation, decided }) => {
    expect(actionsOf(decideVaried(variation))).toEqual(decided);
  });

  it("test-refresh-flux-ghcr-auth-safety.sh:200-215: the refusal names node and holder, and no node that is free", () => {
    const decision = decideVaried({
      folder: proved,
      snapshot: (snapshot) => {
        onNode(snapshot, "prod-worker-3", ({ metadata }) => {
          metadata.annotations[proofKeys.owner] = "0123456789abcdef-gh1.1-7-abcd";
        });
      },
    });
    const { message } = nodeNamed(decision, "prod-worker-1");
    expect(message).toContain("prod-worker-3");
    expect(message).toContain("0123456789abcdef-gh1.1-7-abcd");
    expect(message).not.toMatch(/prod-(worker-[124]|control)/);
  });

  const defects: readonly {
    readonly defect: string;
    readonly change: (node: NodeDraft) => void;
  }[] = [
    {
      defect: "no internal address",
      change: ({ status }) => {
        status.addresses = status.addresses.filter(({ type }) => type !== "InternalIP");
      },
    },
    {
      defect: "two internal addresses",
      change: ({ status }) => {
        status.addresses.push({ type: "InternalIP", address: "10.0.1.99" });
      },
    },
    {
      defect: "an internal address of another node",
      change: ({ status }) => {
        for (const each of status.addresses)
          if (each.type === "InternalIP") each.address = "10.0.1.11";
      },
    },
    {
      defect: "an empty uid",
      change: ({ metadata }) => {
        metadata.uid = "";
      },
    },
  ];

  it.each(defects)(
    "rollout_convergence_test.go:1579: $defect of one node: the whole fleet is refused",
    ({ change }) => {
      const decision = decideVaried({
        folder: proved,
        snapshot: (snapshot) => {
          onNode(snapshot, "prod-worker-3", change);
        },
      });
      expect(actionsOf(decision)).toEqual(allBut("blocked (refused) InventoryInvalid"));
      expect(decision.verdict).toBe("deny");
    },
  );
});
