import { describe, expect, it } from "vitest";
import { nodeImage } from "../../../../src/engine/facts/node/node-image.ts";
import { evidenceOf } from "../derive.ts";
import {
  boundHandOff,
  configured,
  type Edit,
  earlierRevision,
  fingerprintOf,
  gapIn,
  handedOff,
  handOffDocument,
  imageKey,
  markerBoundTo,
  markerOf,
  noMarker,
  otherRevision,
  revisionKey,
  subjectOf,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const noGit: Edit = ({ snapshot }) => {
  delete snapshot.git;
};
const otherImage: Edit = ({ annotations }) => {
  annotations[imageKey] = "ghcr.io/example/app:v1.2.2";
};

const owned: Edit = ({ annotations }) => {
  annotations["talos.dev/owned-annotations"] = JSON.stringify([revisionKey, imageKey]);
};
function dropped(key: string): Edit {
  return ({ documents }) => {
    for (const { nodeAnnotations } of documents) delete nodeAnnotations?.[key];
  };
}

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
    {
      image: "proved",
      edits: [markerBoundTo("boot-0")],
      why: "the marker is of another boot: the image stays pulled",
    },
    { image: "proved", edits: [configured("b")], why: "only what is loaded asks for a claim" },
    {
      image: "proved",
      edits: [
        markerOf(earlierRevision),
        ({ credential, evidence }) => {
          credential.history = true;
          evidence.previous = [{ revision: earlierRevision, fingerprint: fingerprintOf("a") }];
        },
      ],
      why: "the marker names an older ciphertext of the declared credential",
    },
    {
      image: "unproved",
      edits: [markerBoundTo("boot-1", "uid-9")],
      why: "the marker is of another machine",
    },
    {
      image: "unproved",
      edits: [owned, dropped(imageKey)],
      why: "the image annotation is about to vanish",
    },
    {
      image: "unproved",
      edits: [owned, dropped(revisionKey)],
      why: "the revision annotation is about to vanish",
    },
    {
      image: "proved",
      edits: [dropped(imageKey)],
      why: "Talos does not own what its config lacks",
    },
    {
      image: "unknown: NotRead",
      edits: [
        owned,
        ({ talos }) => {
          delete talos.machineConfig;
        },
      ],
      why: "the config that may lack the annotation was not read",
    },
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

  it("cites the hand-off that is for the desired image, and no other", () => {
    const subject = subjectOf(
      noMarker,
      handedOff(
        handOffDocument({ image: "ghcr.io/example/app:v0.0.1" }),
        handOffDocument(),
        handOffDocument({ credentialRevision: otherRevision }),
      ),
    );
    expect(evidenceOf(nodeImage, subject)).toEqual([
      ["/proofs/1/image", "ghcr.io/example/app:v1.2.3"],
    ]);
  });
});
