import { describe, expect, it } from "vitest";
import { handOffsRejected } from "../../../../src/engine/facts/credential/hand-offs-rejected.ts";
import {
  boundHandOff,
  handedOff,
  handOffDocument,
  otherRevision,
  subjectOf,
} from "../node/fleet.ts";
import { inShort } from "../node/in-short.ts";

const mine = { name: "worker-1", uid: "uid-1" };
const other = { name: "worker-2", uid: "uid-7" };

/** Every cause for which a hand-off is ignored as a whole, and beside it the nearest that is not. */
const causes: readonly {
  readonly because: string;
  readonly ignored: Record<string, unknown>;
  readonly beside: Record<string, unknown>;
}[] = [
  {
    because: "its version is neither 1 nor 2",
    ignored: handOffDocument({ version: 3 }),
    beside: boundHandOff("boot-1"),
  },
  {
    because: "its version is neither 1 nor 2",
    ignored: handOffDocument({ version: "1" }),
    beside: handOffDocument(),
  },
  {
    because: "its version is neither 1 nor 2",
    ignored: handOffDocument({ version: null }),
    beside: handOffDocument(),
  },
  {
    because: "its `credential` is no text",
    ignored: handOffDocument({ credential: 7 }),
    beside: handOffDocument({ credential: "registry" }),
  },
  {
    because: "it is for a credential that the profile does not name",
    ignored: handOffDocument({ credential: "quay" }),
    beside: handOffDocument({ credential: "registry" }),
  },
  {
    because: "it names no credential revision",
    ignored: handOffDocument({ credentialRevision: "" }),
    beside: handOffDocument(),
  },
  {
    because: "it is for another credential revision than the declared one",
    ignored: handOffDocument({ credentialRevision: otherRevision }),
    beside: handOffDocument(),
  },
  {
    because: "it names no image",
    ignored: handOffDocument({ image: 7 }),
    beside: handOffDocument({ image: "ghcr.io/example/app:v0" }),
  },
  {
    because: "it lists no nodes",
    ignored: handOffDocument({ nodes: [] }),
    beside: handOffDocument({ nodes: [other] }),
  },
  {
    because: "it lists no nodes",
    ignored: handOffDocument({ nodes: { mine } }),
    beside: handOffDocument({ nodes: [mine] }),
  },
  {
    because: "its node 2 is no object",
    ignored: handOffDocument({ nodes: [mine, null] }),
    beside: handOffDocument({ nodes: [mine, other] }),
  },
  {
    because: "its node 2 has no name or no uid",
    ignored: handOffDocument({ nodes: [mine, { name: "worker-2" }] }),
    beside: handOffDocument({ nodes: [mine, { ...other, bootId: 7 }] }),
  },
  {
    because: "its node 1 has no name or no uid",
    ignored: handOffDocument({ nodes: [{ ...mine, uid: 1 }] }),
    beside: handOffDocument({ nodes: [{ ...mine, note: 1 }] }),
  },
  {
    because: "it lists `worker-1` twice",
    ignored: handOffDocument({ nodes: [mine, { ...other, name: "worker-1" }] }),
    beside: handOffDocument({ nodes: [mine, other] }),
  },
  {
    because: "it lists the uid of `worker-2` twice",
    ignored: handOffDocument({ nodes: [mine, { ...other, uid: "uid-1" }] }),
    beside: handOffDocument({ nodes: [mine, other] }),
  },
  {
    because: "its node 1 has no boot id",
    ignored: boundHandOff(""),
    beside: boundHandOff("boot-0"),
  },
];

describe("a hand-off", () => {
  it.each(causes)("is ignored whole: $because", ({ because, ignored, beside }) => {
    const rejected = [`hand-off 1 is ignored: ${because}`];
    expect(inShort(handOffsRejected, subjectOf(handedOff(ignored)))).toEqual(rejected);
    expect(inShort(handOffsRejected, subjectOf(handedOff(beside)))).toEqual([]);
  });

  it("does not take another down with it", () => {
    const subject = subjectOf(handedOff(handOffDocument(), handOffDocument({ version: 9 })));
    expect(inShort(handOffsRejected, subject)).toEqual([
      "hand-off 2 is ignored: its version is neither 1 nor 2",
    ]);
  });
});
