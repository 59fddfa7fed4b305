import { describe, expect, it } from "vitest";
import { actionsOf, allBut, decideVaried, type Variation } from "./vary.ts";

// The update has dropped every proof: only the hand-off can say that the credential is loaded.

describe("a hand-off is taken or ignored whole, and it is told why", () => {
  const marker = "reassert MarkerLost";
  const held = "blocked (unknown) Undecided";
  interface HandOff {
    version: unknown;
    credential: unknown;
    credentialRevision: unknown;
    image: unknown;
    nodes: { name?: string | undefined; uid?: string | undefined; bootId?: string }[];
  }
  const rejected: readonly { cause: string; change: (handOff: HandOff) => void; told: RegExp }[] = [
    {
      cause: "a version that nobody knows",
      change: (handOff) => {
        handOff.version = 3;
      },
      told: /version/,
    },
    {
      cause: "no version",
      change: (handOff) => {
        delete (handOff as Partial<HandOff>).version;
      },
      told: /version/,
    },
    {
      cause: "another credential's revision",
      change: (handOff) => {
        handOff.credentialRevision = "0".repeat(64);
      },
      told: /another credential revision/,
    },
    {
      cause: "a revision that is none",
      change: (handOff) => {
        handOff.credentialRevision = "main";
      },
      told: /revision/,
    },
    {
      cause: "an image that is no text",
      change: (handOff) => {
        handOff.image = 5;
      },
      told: /image/,
    },
    {
      cause: "no nodes",
      change: (handOff) => {
        handOff.nodes = [];
      },
      told: /no node/,
    },
    {
      cause: "nodes that are no list",
      change: (handOff) => {
        handOff.nodes = { "0": {} } as never;
      },
      told: /nodes/,
    },
    {
      cause: "one name twice",
      change: (handOff) => {
        const [first, second] = handOff.nodes;
        if (first !== undefined && second !== undefined) second.name = first.name;
      },
      told: /twice/,
    },
    {
      cause: "one uid twice",
      change: (handOff) => {
        const [first, second] = handOff.nodes;
        if (first !== undefined && second !== undefined) second.uid = first.uid;
      },
      told: /uid of .* twice/,
    },
    {
      cause: "a node without uid",
      change: (handOff) => {
        delete handOff.nodes[6]?.uid;
      },
      told: /no name or no uid/,
    },
    {
      cause: "an empty name",
      change: (handOff) => {
        const [first] = handOff.nodes;
        if (first !== undefined) first.name = "";
      },
      told: /no name or no uid/,
    },
    {
      cause: "version 2 without a boot id",
      change: (handOff) => {
        delete handOff.nodes[0]?.bootId;
      },
      told: /no boot id/,
    },
    {
      cause: "a credential that nobody named",
      change: (handOff) => {
        handOff.credential = "other";
      },
      told: /does not name/,
    },
  ];
  const withHandOff = (change: (handOff: HandOff) => void): Variation => ({
    folder: "reboot-storm/after-update",
    files: ({ file, text }) => {
      if (file !== "runtime-proof.json") return text;
      const handOff = JSON.parse(text) as HandOff;
      change(handOff);
      return JSON.stringify(handOff);
    },
  });

  it("taken as it was written: every node gets its proof back", () => {
    expect(actionsOf(decideVaried(withHandOff(() => {})))).toEqual(allBut(marker));
  });

  it.each(rejected)("ignored for $cause: no node is given a proof, none reboots", (row) => {
    const decision = decideVaried(withHandOff(row.change));
    expect(actionsOf(decision)).toEqual(allBut(held));
    const finding = decision.findings.find(({ reason }) => reason === "HandOffRejected");
    expect(finding?.message).toMatch(row.told);
    expect(decision.disruption.reboots).toBe(0);
  });

  it("another uid for one name: that node alone is not spoken for", () => {
    const decision = decideVaried(
      withHandOff(({ nodes }) => {
        for (const node of nodes) if (node.name === "prod-worker-2") node.uid = "another-machine";
      }),
    );
    expect(actionsOf(decision)).toEqual(allBut(marker, { "worker-2": held }));
  });

  it("another image: the load is proved, the image is not", () => {
    const decision = decideVaried(
      withHandOff((handOff) => {
        handOff.image = "ghcr.io/devantler-tech/ksail:v7.175.9";
      }),
    );
    expect(actionsOf(decision)).toEqual(allBut("verify ImageUnproven"));
  });
});
