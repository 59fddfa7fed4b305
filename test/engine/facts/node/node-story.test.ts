import { describe, expect, it } from "vitest";
import { loadStory } from "../../../../src/engine/facts/node/load-story.ts";
import { nodeStory } from "../../../../src/engine/facts/node/node-story.ts";
import {
  configured,
  configuredAfterStart,
  declaredRevision,
  type Edit,
  firstDeclared,
  gapIn,
  handedOff,
  handOffDocument,
  legacyKey,
  markerBoundTo,
  markerOf,
  noMarker,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  otherRevision,
  ownedByTalos,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const listing = (name: string, uid: string): Edit =>
  handedOff(handOffDocument({ nodes: [{ name, uid }] }));
const nothingInConfig: Edit = ({ documents }) => {
  documents[0] = { kind: "v1alpha1", digests: {} };
};

describe("node.story", () => {
  it.each<{ story: string; edits: readonly Edit[] }>([
    { story: "marker current", edits: [] },
    {
      story: "marker current, but of an earlier state of the node",
      edits: [markerBoundTo("boot-0")],
    },
    { story: "marker lost", edits: [noMarker, listing("worker-1", "uid-1")] },
    {
      story: "no marker: never proven, or lost with no hand-off to say so",
      edits: [noMarker],
    },
    {
      story: "never proven: no marker, and the hand-off does not list the node",
      edits: [noMarker, listing("worker-2", "uid-7")],
    },
    {
      story: "node replaced: the hand-off lists uid uid-9 for this name",
      edits: [noMarker, listing("worker-1", "uid-9")],
    },
    {
      story: "no marker; hand-off 1 is ignored: its version is neither 1 nor 2",
      edits: [noMarker, handedOff(handOffDocument({ version: 3 }))],
    },
    {
      story:
        "no marker; hand-off 1 is ignored: it is for another credential revision than the declared one",
      edits: [noMarker, handedOff(handOffDocument({ credentialRevision: otherRevision }))],
    },
    {
      story: "marker of another revision; hand-off 1 is ignored: it lists no nodes",
      edits: [markerOf(otherRevision), handedOff(handOffDocument({ nodes: [] }))],
    },
    { story: "marker of another revision", edits: [markerOf(otherRevision)] },
    { story: "marker malformed", edits: [markerOf("x")] },
    {
      story: "only a marker of an older kind, which proves nothing",
      edits: [
        noMarker,
        ({ annotations }) => {
          annotations[legacyKey] = declaredRevision;
        },
      ],
    },
    {
      story: "marker about to vanish: it is not what the node's config says",
      edits: [ownedByTalos(revisionKey), nothingInConfig],
    },
    {
      story: "marker about to vanish: it is not what the node's config says",
      edits: [
        ownedByTalos(revisionKey),
        ({ documents }) => {
          Object.assign(documents[0]?.nodeAnnotations ?? {}, { [revisionKey]: otherRevision });
        },
      ],
    },
    { story: "unknown: Forbidden", edits: [noMarker, gapIn("proofs")] },
  ])("is `$story`", ({ edits, story }) => {
    expect(inShort(nodeStory, subjectOf(...edits))).toBe(story);
  });
});

const history = otherDeclaredAt("2026-06-01T00:00:00Z");
const declaredLater = firstDeclared("2026-08-04T00:00:00Z");
const older = [noMarker, configuredAfterStart, history, declaredLater];
const image = "ghcr.io/example/private:a";
const refused: Edit = ({ snapshot }) => {
  const pull = { credential: "registry", image, at: "2026-08-06T11:00:00Z" };
  snapshot.probes = [
    {
      ...pull,
      node: "worker-1",
      through: "kubelet",
      uncached: true,
      result: "denied",
      bootId: "boot-1",
    },
    { ...pull, through: "registry", result: "pulled", revision: declaredRevision },
  ];
};

describe("load.story", () => {
  it.each<{ story: string; edits: readonly Edit[]; why: string }>([
    { story: "absent", edits: [noMarker], why: "the declared one is loaded" },
    {
      story: "the node's config has another one",
      edits: [noMarker, configured("b")],
      why: "E1, the runtime started with another one configured",
    },
    {
      story: "the node's config does not have it",
      edits: [noMarker, configured()],
      why: "E1, the runtime started with none configured",
    },
    {
      story: "the node's config has it, but the runtime started without it",
      edits: older,
      why: "E4, the config was patched and the node not rebooted",
    },
    {
      story: "the node's config has another one",
      edits: [...older, configured("b")],
      why: "E4, the config was not patched",
    },
    {
      story: "different consumers read the node's config differently",
      edits: [...older, configured("b", "c")],
      why: "E4, the config contradicts itself",
    },
    {
      story: "the node's config has another one",
      edits: [noMarker, configured("b"), configuredAfterStart],
      why: "E5, another one is configured",
    },
    {
      story: "the node's config does not have it",
      edits: [noMarker, configured(), configuredAfterStart],
      why: "E5, none is configured",
    },
    {
      story: "the node's config has it, but the runtime started without it",
      edits: [noMarker, configuredAfterStart, refused],
      why: "E6, a pull was refused",
    },
    {
      story: "the node's config has it, but the runtime started without it",
      edits: [noMarker, noTimes, history, refused],
      why: "E6, whatever the runtime's start, which was not read, would say",
    },
    {
      story: "the node's config has another one",
      edits: [noMarker, noOtherDeclared, configured("b")],
      why: "E1, and no other was ever declared: nothing says that a token was rotated",
    },
    {
      story: "what the node has configured is not collected",
      edits: [noMarker, talosNotCollected, noTimes, history, refused],
      why: "E6, and Talos is not asked",
    },
    { story: "unknown: NotRead NotRecorded", edits: [noMarker, noTimes], why: "L is unknown" },
    {
      story: "unknown: NotRead",
      edits: [
        ...older,
        ({ talos }) => {
          delete talos.machineConfig;
        },
      ],
      why: "L is changed, and whether the config was patched was not read",
    },
  ])("is `$story`: $why", ({ edits, story }) => {
    expect(inShort(loadStory, subjectOf(...edits))).toBe(story);
  });
});
