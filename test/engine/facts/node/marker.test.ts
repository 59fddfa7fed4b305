import { describe, expect, it } from "vitest";
import { marker } from "../../../../src/engine/facts/node/marker.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  declaredRevision,
  type Edit,
  legacyKey,
  markerOf,
  noMarker,
  otherRevision,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

const ownedByTalos: Edit = ({ annotations }) => {
  annotations["talos.dev/owned-annotations"] = JSON.stringify(["other", revisionKey]);
};
const rerendered: Edit = ({ documents }) => {
  documents[0] = { kind: "v1alpha1", digests: {}, nodeAnnotations: { other: "x" } };
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
    { marker: "current", edits: [ownedByTalos], why: "the config still has it" },
    { marker: "current", edits: [rerendered], why: "Talos does not own it, so it stays" },
    {
      marker: "current",
      edits: [
        rerendered,
        ({ annotations }) => {
          annotations["talos.dev/owned-annotations"] = `not JSON "${revisionKey}"`;
        },
      ],
      why: "the list of what Talos owns is no list",
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
    expect(inShort(marker, subjectOf(...edits))).toBe(expected);
  });

  it.each<{ possible: string[]; edits: readonly Edit[]; why: string }>([
    { possible: ["current", "other"], edits: [noRevision], why: "the declared one was not read" },
    {
      possible: ["current", "vanishing"],
      edits: [ownedByTalos, noMachineConfig],
      why: "Talos owns it and the config was not read",
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
  ])("is one of $possible when $why", ({ edits, possible }) => {
    expect(possibleOf(derive(marker, subjectOf(...edits)))).toEqual(possible);
  });

  it("cites the annotation and the declared revision", () => {
    expect(evidenceOf(marker, subjectOf())).toEqual([
      [
        "/objects/v1~1Node~1~1worker-1/metadata/annotations/example.dev~1verified-revision",
        declaredRevision,
      ],
      ["/credentials/registry/declared/revision", declaredRevision],
    ]);
  });
});
