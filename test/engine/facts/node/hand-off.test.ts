import { describe, expect, it } from "vitest";
import { handOff } from "../../../../src/engine/facts/node/hand-off.ts";
import { handOffProblem } from "../../../../src/engine/facts/node/hand-off-problem.ts";
import { derive } from "../derive.ts";
import {
  boundHandOff,
  type Edit,
  gapIn,
  handedOff,
  handOffDocument,
  otherRevision,
  subjectOf,
} from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

const other = { name: "worker-2", uid: "uid-7" };
const mine = { name: "worker-1", uid: "uid-1" };
const noUid: Edit = ({ worker }) => {
  delete worker.metadata.uid;
};
const noRevision: Edit = ({ declared }) => {
  delete declared.revision;
};

describe("handOff, of one document", () => {
  it.each<{ state: string; document: Record<string, unknown>; why: string }>([
    { state: "accepted", document: handOffDocument(), why: "version 1 lists name and uid" },
    { state: "accepted", document: boundHandOff("boot-1"), why: "version 2 does" },
    {
      state: "accepted",
      document: boundHandOff("boot-0"),
      why: "its boot is for the claim to judge",
    },
    {
      state: "accepted",
      document: handOffDocument({ image: "ghcr.io/example/app:v0" }),
      why: "another image does not void the credential half",
    },
    {
      state: "accepted",
      document: handOffDocument({ nodes: [other, mine] }),
      why: "others are listed too",
    },
    { state: "notListed", document: handOffDocument({ nodes: [other] }), why: "only others are" },
    {
      state: "notListed",
      document: handOffDocument({ nodes: [{ ...mine, uid: "uid-9" }] }),
      why: "it lists another machine of this name",
    },
    {
      state: "notListed",
      document: handOffDocument({ nodes: [{ name: "worker-9", uid: "uid-1" }] }),
      why: "it lists this uid under another name",
    },
    {
      state: "rejected",
      document: handOffDocument({ version: 3 }),
      why: "its version is not known",
    },
    { state: "rejected", document: handOffDocument({ version: "1" }), why: "its version is text" },
    {
      state: "rejected",
      document: handOffDocument({ version: undefined }),
      why: "it has no version",
    },
    {
      state: "rejected",
      document: handOffDocument({ credential: "quay" }),
      why: "it is for no credential of the profile",
    },
    {
      state: "rejected",
      document: handOffDocument({ credential: 7 }),
      why: "its credential is no text",
    },
    {
      state: "rejected",
      document: handOffDocument({ credentialRevision: otherRevision }),
      why: "it is for another revision",
    },
    {
      state: "rejected",
      document: handOffDocument({ credentialRevision: null }),
      why: "it names no revision",
    },
    { state: "rejected", document: handOffDocument({ image: "" }), why: "it names no image" },
    { state: "rejected", document: handOffDocument({ nodes: [] }), why: "it lists no nodes" },
    {
      state: "rejected",
      document: handOffDocument({ nodes: { mine } }),
      why: "its nodes are no list",
    },
    {
      state: "rejected",
      document: handOffDocument({ nodes: [mine, null] }),
      why: "a node is no object",
    },
    {
      state: "rejected",
      document: handOffDocument({ nodes: [mine, { name: "x" }] }),
      why: "a node has no uid",
    },
    {
      state: "rejected",
      document: handOffDocument({ nodes: [mine, { ...other, name: "" }] }),
      why: "a name is empty",
    },
    {
      state: "rejected",
      document: handOffDocument({ nodes: [mine, { ...other, name: "worker-1" }] }),
      why: "a name is listed twice",
    },
    {
      state: "rejected",
      document: handOffDocument({ nodes: [mine, { ...other, uid: "uid-1" }] }),
      why: "a uid is listed twice",
    },
    { state: "rejected", document: boundHandOff(""), why: "version 2 has an empty boot id" },
    {
      state: "rejected",
      document: boundHandOff("boot-1", { nodes: [mine] }),
      why: "version 2 has no boot id",
    },
  ])("is $state when $why", ({ document, state }) => {
    expect(inShort(handOff, subjectOf(handedOff(document)))).toBe(state);
  });
});

describe("handOff", () => {
  it.each<{ possible: string[]; edits: readonly Edit[]; why: string }>([
    { possible: ["none"], edits: [], why: "none was handed in" },
    {
      possible: ["accepted"],
      edits: [handedOff(handOffDocument({ version: 9 }), handOffDocument())],
      why: "one of two is accepted",
    },
    {
      possible: ["notListed"],
      edits: [handedOff(handOffDocument({ version: 9 }), handOffDocument({ nodes: [other] }))],
      why: "an accepted one outweighs an ignored one",
    },
    {
      possible: ["none"],
      edits: [
        handedOff(handOffDocument({ credential: "quay" })),
        ({ spec, credential }) => {
          spec.credentials.push({ ...credential, name: "quay" });
        },
      ],
      why: "it is for another credential of the profile",
    },
    {
      possible: ["none", "rejected", "notListed", "accepted"],
      edits: [gapIn("proofs")],
      why: "they were not read",
    },
    {
      possible: ["none", "rejected", "notListed", "accepted"],
      edits: [gapIn("proofs", "hand-off.json")],
      why: "one of them was not read",
    },
    {
      possible: ["notListed", "accepted"],
      edits: [gapIn("proofs"), handedOff(handOffDocument({ nodes: [other] }))],
      why: "one was read and does not list the node",
    },
    {
      possible: ["accepted"],
      edits: [gapIn("proofs"), handedOff(handOffDocument())],
      why: "one that was read lists the node, whatever others say",
    },
    {
      possible: ["rejected", "accepted"],
      edits: [noRevision, handedOff(handOffDocument())],
      why: "the declared revision was not read",
    },
    {
      possible: ["rejected"],
      edits: [noRevision, handedOff(handOffDocument({ version: 9 }))],
      why: "its shape is wrong whatever is declared",
    },
    {
      possible: ["notListed", "accepted"],
      edits: [noUid, handedOff(handOffDocument())],
      why: "the node's uid was not read",
    },
  ])("is one of $possible when $why", ({ edits, possible }) => {
    const fact = derive(handOff, subjectOf(...edits));
    expect(fact.state === "value" ? [fact.value] : possibleOf(fact)).toEqual(possible);
  });
});

describe("handOff.problem", () => {
  it.each<{ problem: string; edits: readonly Edit[]; why: string }>([
    { problem: "absent", edits: [], why: "none was handed in" },
    { problem: "absent", edits: [handedOff(handOffDocument())], why: "one is accepted" },
    {
      problem: "no hand-off lists this node",
      edits: [handedOff(handOffDocument({ nodes: [other] }))],
      why: "only others are listed",
    },
    {
      problem: "the hand-off lists uid uid-9 for this name, the node is another",
      edits: [handedOff(handOffDocument({ nodes: [{ ...mine, uid: "uid-9" }] }))],
      why: "the node was replaced",
    },
    {
      problem:
        "hand-off 1 is ignored: its version is neither 1 nor 2; hand-off 2 is ignored: it lists no nodes",
      edits: [handedOff(handOffDocument({ version: 3 }), handOffDocument({ nodes: [] }))],
      why: "each was ignored",
    },
    { problem: "unknown: Forbidden", edits: [gapIn("proofs")], why: "they were not read" },
  ])("is `$problem` when $why", ({ edits, problem }) => {
    expect(inShort(handOffProblem, subjectOf(...edits))).toBe(problem);
  });
});
