import { describe, expect, it } from "vitest";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import { credentialFacts } from "../../../../src/engine/facts/credential-facts.ts";
import { inventoryProblem } from "../../../../src/engine/facts/node/inventory-problem.ts";
import { inventoryValid } from "../../../../src/engine/facts/node/inventory-valid.ts";
import type { CredentialSubject } from "../../../../src/engine/facts/subject.ts";
import type { Object as ObjectDocument } from "../../../../src/generated/snapshot-types.ts";
import { createDraft, type Edit, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";

const controlKey = "v1/Node//control-1";

function another(change: (node: ObjectDocument) => void): Edit {
  return ({ snapshot }) => {
    const node = createDraft().snapshot.objects[controlKey];
    if (node === undefined) throw new Error("the draft lost its control plane");
    change(node);
    snapshot.objects[controlKey] = node;
  };
}
const addresses = (...list: readonly string[]): Edit => {
  return another((node) => {
    node.status = { addresses: list.map((address) => ({ type: "InternalIP", address })) };
  });
};
const partly: Edit = ({ snapshot }) => {
  snapshot.coverage = [{ kind: "v1/Node", complete: false }];
};
const oneNodeUnread: Edit = ({ snapshot }) => {
  snapshot.gaps = [{ part: "objects", name: "v1/Node//worker-9", reason: "Forbidden" }];
};

describe("inventory", () => {
  it.each<{ valid: boolean | string; problem: string; edits: readonly Edit[]; why: string }>([
    { valid: true, problem: "absent", edits: [], why: "each node is told apart" },
    {
      valid: false,
      problem: "node `worker-1`: uid `uid-1` a second time",
      edits: [
        another((node) => {
          node.metadata.uid = "uid-1";
        }),
      ],
      why: "two nodes have one uid",
    },
    {
      valid: false,
      problem: "node `worker-1`: name `worker-1` a second time",
      edits: [
        another((node) => {
          node.metadata.name = "worker-1";
        }),
      ],
      why: "two nodes have one name",
    },
    {
      valid: false,
      problem: "node `control-1`: empty uid",
      edits: [
        another((node) => {
          node.metadata.uid = "";
        }),
      ],
      why: "a uid is empty",
    },
    {
      valid: false,
      problem: "node `control-1`: 0 internal addresses instead of one",
      edits: [addresses()],
      why: "a node has no internal address",
    },
    {
      valid: false,
      problem: "node `control-1`: 2 internal addresses instead of one",
      edits: [addresses("10.0.0.2", "fd00::2")],
      why: "a node has two",
    },
    {
      valid: false,
      problem: "node `worker-1`: internal address `10.0.0.1` a second time",
      edits: [addresses("10.0.0.1")],
      why: "two nodes have one address",
    },
    {
      valid: "unknown: Partial",
      problem: "unknown: Partial",
      edits: [partly],
      why: "nodes may be unseen",
    },
    {
      valid: false,
      problem: "unknown: Partial",
      edits: [partly, addresses()],
      why: "a defect was seen, though there may be others",
    },
    {
      valid: "unknown: Forbidden",
      problem: "unknown: Forbidden",
      edits: [oneNodeUnread],
      why: "a gap says that one was not read",
    },
    {
      valid: "unknown: NotRead",
      problem: "unknown: NotRead",
      edits: [
        another((node) => {
          delete node.status;
        }),
      ],
      why: "a node's status was not read",
    },
  ])("is valid: $valid, problem: $problem, when $why", ({ edits, valid, problem }) => {
    const subject = subjectOf(...edits);
    expect([inShort(inventoryValid, subject), inShort(inventoryProblem, subject)]).toEqual([
      valid,
      problem,
    ]);
  });

  it("names three defects and counts the rest", () => {
    const many: Edit = ({ snapshot }) => {
      for (const number of [4, 5, 6, 7]) {
        snapshot.objects[`v1/Node//n-${number}`] = {
          apiVersion: "v1",
          kind: "Node",
          metadata: { name: `n-${number}`, uid: `n-${number}` },
          status: {},
        };
      }
    };
    expect(inShort(inventoryProblem, subjectOf(many))).toMatch(
      /n-4.*; .*n-5.*; .*n-6.*; and 1 more$/,
    );
  });
});

describe("inventory, asked about a credential", () => {
  /** No node is left to ask about, only the fleet's credential. */
  const fleetOf = (...edits: readonly Edit[]): CredentialSubject => {
    const draft = createDraft();
    for (const edit of edits) edit(draft);
    const source = createFactSource(draft.snapshot, draft.profile);
    return { source, credential: draft.credential };
  };
  const noNodes: Edit = ({ snapshot }) => {
    snapshot.objects = {};
  };

  it.each<{ valid: boolean | string; problem: string; edits: readonly Edit[]; why: string }>([
    { valid: true, problem: "absent", edits: [], why: "each node is told apart" },
    {
      valid: false,
      problem: "there are no nodes",
      edits: [noNodes],
      why: "they were listed, and there are none",
    },
    {
      valid: "unknown: Partial",
      problem: "unknown: Partial",
      edits: [noNodes, partly],
      why: "none was seen of a list that is not whole",
    },
    {
      valid: "unknown: Forbidden",
      problem: "unknown: Forbidden",
      edits: [noNodes, oneNodeUnread],
      why: "a node that is there was not read",
    },
  ])("is valid: $valid, problem: $problem when $why", ({ edits, valid, problem }) => {
    expect(inShort(inventoryValid, fleetOf(...edits))).toBe(valid);
    expect(inShort(inventoryProblem, fleetOf(...edits))).toBe(problem);
    expect(credentialFacts).toEqual(expect.arrayContaining([inventoryValid, inventoryProblem]));
  });
});
