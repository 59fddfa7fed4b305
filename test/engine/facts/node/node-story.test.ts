import { describe, expect, it } from "vitest";
import { nodeStory } from "../../../../src/engine/facts/node/node-story.ts";
import {
  type Edit,
  gapIn,
  handedOff,
  handOffDocument,
  markerBoundTo,
  markerOf,
  noMarker,
  otherRevision,
  subjectOf,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const listing = (name: string, uid: string): Edit =>
  handedOff(handOffDocument({ nodes: [{ name, uid }] }));

describe("node.story", () => {
  it.each<{ story: string; edits: readonly Edit[] }>([
    { story: "marker current", edits: [] },
    {
      story: "marker current, but of an earlier state of the node",
      edits: [markerBoundTo("boot-0")],
    },
    { story: "marker lost", edits: [noMarker, listing("worker-1", "uid-1")] },
    { story: "no marker: never proven, or lost with no hand-off to say so", edits: [noMarker] },
    {
      story: "never proven: no marker, and the hand-off does not list the node",
      edits: [noMarker, listing("worker-2", "uid-7")],
    },
    {
      story: "node replaced: the hand-off lists uid uid-9 for this name",
      edits: [noMarker, listing("worker-1", "uid-9")],
    },
    {
      story: "no marker, and the hand-off was ignored",
      edits: [noMarker, handedOff(handOffDocument({ version: 3 }))],
    },
    { story: "marker of another revision", edits: [markerOf(otherRevision)] },
    { story: "marker malformed", edits: [markerOf("x")] },
    { story: "unknown: Forbidden", edits: [noMarker, gapIn("proofs")] },
  ])("is `$story`", ({ edits, story }) => {
    expect(inShort(nodeStory, subjectOf(...edits))).toBe(story);
  });
});
