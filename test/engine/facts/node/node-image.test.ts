import { describe, expect, it } from "vitest";
import { nodeImage } from "../../../../src/engine/facts/node/node-image.ts";
import {
  boundHandOff,
  configured,
  type Edit,
  gapIn,
  handedOff,
  handOffDocument,
  imageKey,
  markerBoundTo,
  markerOf,
  noMarker,
  otherRevision,
  subjectOf,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const noGit: Edit = ({ snapshot }) => {
  delete snapshot.git;
};
const otherImage: Edit = ({ annotations }) => {
  annotations[imageKey] = "ghcr.io/example/app:v1.2.2";
};

describe("image", () => {
  it.each<{ image: string; edits: readonly Edit[]; why: string }>([
    { image: "proved", edits: [], why: "marker and image are as desired" },
    { image: "unproved", edits: [otherImage], why: "the marker is for another image" },
    { image: "unproved", edits: [noMarker], why: "there is no marker" },
    {
      image: "unproved",
      edits: [markerOf(otherRevision)],
      why: "the image was pulled with another credential",
    },
    { image: "unproved", edits: [markerBoundTo("boot-0")], why: "the marker is of another boot" },
    { image: "unproved", edits: [configured("b")], why: "the marker's claim does not hold" },
    {
      image: "proved",
      edits: [noMarker, handedOff(handOffDocument())],
      why: "a hand-off passes the proof on",
    },
    {
      image: "unproved",
      edits: [noMarker, handedOff(handOffDocument({ image: "ghcr.io/example/app:v1.2.2" }))],
      why: "the hand-off is for another image",
    },
    {
      image: "unproved",
      edits: [noMarker, handedOff(handOffDocument({ credentialRevision: otherRevision }))],
      why: "the hand-off is rejected",
    },
    {
      image: "proved",
      edits: [noMarker, handedOff(boundHandOff("boot-0"))],
      why: "an image stays pulled over a reboot",
    },
    {
      image: "proved",
      edits: [
        noMarker,
        ({ credential }) => {
          delete credential.image;
        },
      ],
      why: "the profile names no image",
    },
    { image: "unknown: NotRead", edits: [noGit], why: "the desired tag was not read" },
    {
      image: "unproved",
      edits: [noGit, noMarker],
      why: "nothing claims any image, whatever is desired",
    },
    {
      image: "unknown: Forbidden",
      edits: [noMarker, gapIn("proofs")],
      why: "a hand-off may prove it",
    },
    {
      image: "unknown: NotRead",
      edits: [
        ({ declared }) => {
          delete declared.revision;
        },
      ],
      why: "the marker's revision cannot be held against the declared one",
    },
  ])("is $image when $why", ({ edits, image: expected }) => {
    expect(inShort(nodeImage, subjectOf(...edits))).toBe(expected);
  });
});
