import { describe, expect, it } from "vitest";
import { claimUnbound } from "../../../../src/engine/facts/node/claim-unbound.ts";
import {
  boundHandOff,
  configured,
  configuredAfterStart,
  type Edit,
  handedOff,
  handOffDocument,
  markerBoundTo,
  noMarker,
  noOtherDeclared,
  noTimes,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

describe("claim.unbound", () => {
  it.each<{ unbound: boolean | string; edits: readonly Edit[]; why: string }>([
    { unbound: true, edits: [talosNotCollected], why: "a marker without boot id is all there is" },
    { unbound: true, edits: [configuredAfterStart], why: "the start of the runtime says nothing" },
    { unbound: false, edits: [], why: "E1 says the same" },
    { unbound: "unknown: NotRead", edits: [noTimes], why: "E1 might say the same" },
    {
      unbound: false,
      edits: [talosNotCollected, markerBoundTo("boot-1")],
      why: "it is of this boot",
    },
    {
      unbound: false,
      edits: [talosNotCollected, handedOff(boundHandOff("boot-1"))],
      why: "a hand-off of this boot says the same",
    },
    {
      unbound: true,
      edits: [talosNotCollected, noMarker, handedOff(handOffDocument())],
      why: "the hand-off names no boot either",
    },
    { unbound: false, edits: [noTimes, noOtherDeclared], why: "the history backs it" },
    { unbound: false, edits: [noTimes, noMarker], why: "there is no claim" },
    { unbound: false, edits: [configured("b")], why: "the credential is not loaded" },
    {
      unbound: "unknown: NotRead",
      edits: [
        configuredAfterStart,
        markerBoundTo("boot-1"),
        ({ talos, nodeInfo }) => {
          delete talos.version;
          delete nodeInfo.osImage;
        },
      ],
      why: "the Talos version says whether the boot id binds it",
    },
  ])("is $unbound when $why", ({ edits, unbound }) => {
    expect(inShort(claimUnbound, subjectOf(...edits))).toBe(unbound);
  });
});
