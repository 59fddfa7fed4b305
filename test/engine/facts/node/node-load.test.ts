import { describe, expect, it } from "vitest";
import { loadEvidence } from "../../../../src/engine/facts/node/load-evidence.ts";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  boundHandOff,
  configured,
  configuredAfterStart,
  type Edit,
  firstDeclared,
  gapIn,
  handedOff,
  noMarker,
  noTimes,
  otherDeclaredAt,
  subjectOf,
  workerKey,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

describe("load", () => {
  it("is unknown where the evidence contradicts itself", () => {
    const subject = subjectOf(handedOff(boundHandOff("boot-1")), configured("b"));
    expect(derive(nodeLoad, subject)).toEqual({
      state: "unknown",
      reasons: [
        {
          code: "Inconsistent",
          detail: `E2: an accepted hand-off names this node and its uid; but E1: the runtime started after its registry config last changed, without the declared credential`,
          cure: "read all of it at one time; if it still disagrees, one of these was recorded wrongly: leave that out or mend it",
        },
      ],
    });
  });

  it("says of each missing piece what would supply it", () => {
    const subject = subjectOf(noMarker, noTimes);
    expect(reasonsOf(derive(nodeLoad, subject))).toEqual([
      "the hand-off: no hand-off names this node and uid -> -f the hand-off of the stage pass",
      "the marker: it does not name the declared credential -> -",
      "runtime start not read -> talosctl -n worker-1 get services cri -o yaml",
      "registry config time not read -> talosctl -n worker-1 get etcfilestatus cri/conf.d/cri.toml -o yaml",
    ]);
  });

  it("passes the reason of a gap on, with its cure", () => {
    const subject = subjectOf(noMarker, gapIn("talos"), ({ snapshot }) => {
      delete snapshot.talos;
    });
    expect(derive(nodeLoad, subject)).toMatchObject({
      reasons: expect.arrayContaining([
        {
          code: "Forbidden",
          detail: "runtime start not read",
          cure: "talosctl -n worker-1 get services cri -o yaml",
        },
      ]),
    });
  });

  it("cites what it rests on, and no fingerprint", () => {
    const lines = evidenceOf(nodeLoad, subjectOf(noMarker, configured("b")));
    expect(lines).toEqual([
      ["/talos/worker-1/runtimeStartedAt", "2026-08-01T10:00:15Z"],
      ["/talos/worker-1/registryConfigUpdatedAt", "2026-08-01T10:00:09Z"],
    ]);
  });

  it("cites the hand-off and the boot id", () => {
    const subject = subjectOf(noMarker, noTimes, handedOff(boundHandOff("boot-1")));
    expect(evidenceOf(nodeLoad, subject)).toEqual([
      ["/proofs/0/credentialRevision", "a".repeat(64)],
      ["/proofs/0/nodes/0", "lists worker-1 with its uid"],
      [`/objects/${workerKey.replaceAll("/", "~1")}/status/nodeInfo/bootID`, "boot-1"],
    ]);
  });
});

describe("load.evidence", () => {
  it.each<{ edits: readonly Edit[]; piece: string; why: string }>([
    { edits: [handedOff(boundHandOff("boot-1"))], piece: "E2", why: "a hand-off is told first" },
    { edits: [], piece: "E3", why: "then the marker" },
    { edits: [noMarker], piece: "E1", why: "then the runtime's start" },
    {
      edits: [
        noMarker,
        configuredAfterStart,
        otherDeclaredAt("2026-07-15T00:00:00Z"),
        firstDeclared("2026-08-03T00:00:00Z"),
      ],
      piece: "E4",
      why: "then its age",
    },
    {
      edits: [noMarker, configured("b"), configuredAfterStart],
      piece: "E5",
      why: "at last the config",
    },
  ])("is $piece: $why", ({ edits, piece }) => {
    const words = inShort(loadEvidence, subjectOf(...edits));
    expect(typeof words === "string" ? words : words.map((text) => text.slice(0, 2))).toEqual([
      piece,
    ]);
  });

  it("is unknown while an earlier piece may yet speak", () => {
    const subject = subjectOf(gapIn("proofs"));
    expect(inShort(nodeLoad, subject)).toBe("same");
    expect(inShort(loadEvidence, subject)).toBe("unknown: Forbidden");
  });
});
