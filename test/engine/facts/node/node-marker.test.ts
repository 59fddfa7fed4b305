import { describe, expect, it } from "vitest";
import { nodeMarker } from "../../../../src/engine/facts/node/node-marker.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  declaredRevision,
  type Edit,
  gapIn,
  legacyKey,
  markerOf,
  noMarker,
  otherRevision,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

function ownedBy(text: string): Edit {
  return ({ annotations }) => {
    annotations["talos.dev/owned-annotations"] = text;
  };
}
const ownedByTalos = ownedBy(JSON.stringify(["other", revisionKey]));
const rerendered: Edit = ({ documents }) => {
  documents[0] = { kind: "v1alpha1", digests: {}, nodeAnnotations: { other: "x" } };
};
const configuredWith =
  (...values: readonly string[]): Edit =>
  ({ documents }) => {
    documents.splice(
      0,
      documents.length,
      ...values.map((value, index) => ({
        kind: index === 0 ? "v1alpha1" : "KubeNodeConfig",
        digests: {},
        nodeAnnotations: { [revisionKey]: value },
      })),
    );
  };
const noRevision: Edit = ({ declared }) => {
  delete declared.revision;
};
const noMachineConfig: Edit = ({ talos }) => {
  delete talos.machineConfig;
};

describe("marker", () => {
  it.each<{ marker: string; edits: readonly Edit[]; why: string }>([
    { marker: "current", edits: [], why: "it names the declared revision" },
    { marker: "other", edits: [markerOf(otherRevision)], why: "it names another revision" },
    { marker: "missing", edits: [noMarker], why: "there is none" },
    {
      marker: "legacy",
      edits: [
        noMarker,
        ({ annotations }) => {
          annotations[legacyKey] = declaredRevision;
        },
      ],
      why: "only an older key is there, though its value is right",
    },
    { marker: "malformed", edits: [markerOf("A".repeat(64))], why: "its hex is upper case" },
    { marker: "malformed", edits: [markerOf("a".repeat(63))], why: "it is too short" },
    { marker: "malformed", edits: [markerOf("")], why: "it is empty" },
    { marker: "malformed", edits: [markerOf("nonsense"), noRevision], why: "whatever is declared" },
    { marker: "vanishing", edits: [ownedByTalos, rerendered], why: "the config dropped it" },
    {
      marker: "vanishing",
      edits: [ownedByTalos, configuredWith(otherRevision)],
      why: "the config has another value, which Talos writes over its own",
    },
    {
      marker: "vanishing",
      edits: [ownedByTalos, markerOf(otherRevision), configuredWith(declaredRevision)],
      why: "the other way round as well: what is shown is not what will be",
    },
    {
      marker: "current",
      edits: [configuredWith(otherRevision)],
      why: "another's value Talos leaves alone, whatever the config says",
    },
    { marker: "current", edits: [ownedByTalos], why: "the config still has it" },
    { marker: "current", edits: [rerendered], why: "Talos does not own it, so it stays" },
    {
      marker: "current",
      edits: [ownedBy(""), rerendered],
      why: "the list of what it owns is empty",
    },
    { marker: "current", edits: [ownedBy("not JSON")], why: "the config has it, whoever owns it" },
    {
      marker: "current",
      edits: [ownedBy("not JSON"), talosNotCollected],
      why: "Talos is not asked, whatever the list",
    },
    {
      marker: "current",
      edits: [
        ({ documents }) => {
          documents[0] = { kind: "v1alpha1", digests: {} };
          documents.push({
            kind: "KubeNodeConfig",
            digests: {},
            nodeAnnotations: { [revisionKey]: declaredRevision },
          });
        },
        ownedByTalos,
      ],
      why: "another document of the config has it",
    },
    { marker: "current", edits: [ownedByTalos, talosNotCollected], why: "Talos is not asked" },
  ])("is $marker when $why", ({ edits, marker: expected }) => {
    expect(inShort(nodeMarker, subjectOf(...edits))).toBe(expected);
  });

  it.each<{ possible: string[]; edits: readonly Edit[]; why: string }>([
    { possible: ["current", "other"], edits: [noRevision], why: "the declared one was not read" },
    {
      possible: ["current", "vanishing"],
      edits: [ownedByTalos, noMachineConfig],
      why: "Talos owns it and the config was not read",
    },
    {
      possible: ["current", "vanishing"],
      edits: [ownedByTalos, rerendered, gapIn("talos", "worker-1")],
      why: "Talos owns it and the config was not read whole",
    },
    {
      possible: ["current", "other", "vanishing"],
      edits: [ownedByTalos, noMachineConfig, noRevision],
      why: "neither was read",
    },
    {
      possible: ["malformed", "vanishing"],
      edits: [ownedByTalos, noMachineConfig, markerOf("x")],
      why: "a malformed one may vanish too",
    },
    {
      possible: ["current", "vanishing"],
      edits: [ownedByTalos, configuredWith(declaredRevision, otherRevision)],
      why: "two documents of the config set it differently",
    },
    {
      possible: ["current", "vanishing"],
      edits: [ownedBy("not JSON"), configuredWith(otherRevision)],
      why: "the config has another value, and whose the shown one is cannot be read",
    },
    {
      possible: ["current", "vanishing"],
      edits: [ownedBy(`not JSON "${revisionKey}"`), rerendered],
      why: "the list of what Talos owns is no list",
    },
    {
      possible: ["malformed", "vanishing"],
      edits: [ownedBy("[5]"), noMachineConfig, markerOf("x")],
      why: "neither the list nor the config can be read",
    },
  ])("is one of $possible when $why", ({ edits, possible }) => {
    expect(possibleOf(derive(nodeMarker, subjectOf(...edits)))).toEqual(possible);
  });

  it("says of a list of what Talos owns that it cannot be parsed, and what to do", () => {
    const fact = derive(nodeMarker, subjectOf(ownedBy('{"a": 1}'), rerendered));
    expect(fact).toEqual({
      state: "unknown",
      reasons: [
        {
          code: "Unparsable",
          detail: "talos.dev/owned-annotations of node `worker-1` is no JSON list of keys",
          cure: "mend that annotation, then kubectl get node worker-1 -o json",
        },
      ],
      present: true,
      oneOf: ["current", "vanishing"],
    });
  });

  it("cites the annotation and the declared revision", () => {
    expect(evidenceOf(nodeMarker, subjectOf())).toEqual([
      [
        "/objects/v1~1Node~1~1worker-1/metadata/annotations/example.dev~1verified-revision",
        declaredRevision,
      ],
      ["/credentials/registry/declared/revision", declaredRevision],
    ]);
  });
});
