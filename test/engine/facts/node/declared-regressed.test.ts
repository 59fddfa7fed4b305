import { describe, expect, it } from "vitest";
import { declaredNewerLoaded } from "../../../../src/engine/facts/node/declared-newer-loaded.ts";
import { declaredRegressed } from "../../../../src/engine/facts/node/declared-regressed.ts";
import { evidenceOf } from "../derive.ts";
import {
  configured,
  configuredAfterStart,
  declaredRevision,
  type Edit,
  earlierRevision,
  fingerprintOf,
  gapIn,
  handedOff,
  handOffDocument,
  markerBoundTo,
  markerOf,
  noMarker,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  otherRevision,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

// The declared credential was first declared on 2026-07-01.
const newer = otherDeclaredAt("2026-07-15T00:00:00Z");
const older = otherDeclaredAt("2026-06-30T00:00:00Z");
const controlPlaneMarkedBy = (revision: string): Edit => {
  return ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.annotations = { [revisionKey]: revision };
  };
};
const listedInPart: Edit = ({ snapshot }) => {
  snapshot.coverage = [];
};
const noTalos: Edit = ({ snapshot }) => {
  delete snapshot.talos;
};
/** The control plane's config and times are as good as the worker's. */
const wholeFleet: Edit = ({ snapshot, talos }) => {
  snapshot.talos = { "worker-1": talos, "control-1": structuredClone(talos) };
};
const encryptedAnew: Edit = ({ credential, evidence }) => {
  credential.history = true;
  evidence.previous = [
    {
      revision: earlierRevision,
      fingerprint: fingerprintOf("a"),
      firstDeclaredAt: "2026-07-20T00:00:00Z",
    },
  ];
};
/** `b` was declared on 25 June; `a` on 1 July, and perhaps once before, on a day that nobody recorded. */
const firstDeclaredInDoubt: Edit = (draft) => {
  otherDeclaredAt("2026-06-25T00:00:00Z")(draft);
  draft.evidence.previous?.push({ revision: earlierRevision, fingerprint: fingerprintOf("a") });
};
const noFingerprint: Edit = ({ evidence }) => {
  for (const each of evidence.previous ?? []) delete each.fingerprint;
};

describe("declared.regressed", () => {
  it.each<{ regressed: string; edits: readonly Edit[]; why: string }>([
    {
      regressed: "yes",
      edits: [newer, markerOf(otherRevision)],
      why: "a marker names a credential that was first declared later",
    },
    {
      regressed: "yes",
      edits: [newer, controlPlaneMarkedBy(otherRevision)],
      why: "the marker of any other node counts",
    },
    {
      regressed: "yes",
      edits: [newer, markerOf(otherRevision), markerBoundTo("boot-0")],
      why: "it was loaded once, whatever the node has booted into since",
    },
    {
      regressed: "no",
      edits: [wholeFleet, older, markerOf(otherRevision)],
      why: "the marker names an older one: this is the roll to a new credential",
    },
    {
      regressed: "no",
      edits: [wholeFleet, otherDeclaredAt("2026-07-01T00:00:00Z"), markerOf(otherRevision)],
      why: "the same instant is not later",
    },
    {
      regressed: "no",
      edits: [wholeFleet, newer],
      why: "nothing shows the newer one to have been loaded (A, B, A before anyone rolled)",
    },
    {
      regressed: "no",
      edits: [encryptedAnew, markerOf(earlierRevision)],
      why: "the marker names the same credential under another ciphertext",
    },
    {
      regressed: "no",
      edits: [noOtherDeclared, markerOf(otherRevision), noTalos, listedInPart, gapIn("proofs")],
      why: "no other was ever declared, whatever was not read",
    },
    {
      regressed: "unknown: NotRecorded",
      edits: [wholeFleet, firstDeclaredInDoubt, markerOf(otherRevision)],
      why: "the declared one may have been first declared before that other, nobody recorded when",
    },
    {
      regressed: "yes",
      edits: [newer, handedOff(handOffDocument({ credentialRevision: otherRevision }))],
      why: "a hand-off names it",
    },
    {
      regressed: "no",
      edits: [
        wholeFleet,
        newer,
        handedOff(handOffDocument({ credentialRevision: otherRevision, nodes: [] })),
      ],
      why: "that hand-off is ignored whole",
    },
    {
      regressed: "no",
      edits: [
        wholeFleet,
        newer,
        handedOff(handOffDocument({ credentialRevision: otherRevision, credential: "quay" })),
      ],
      why: "that hand-off is for another credential",
    },
    {
      regressed: "no",
      edits: [wholeFleet, newer, handedOff(handOffDocument())],
      why: "the hand-off is for the declared one",
    },
    {
      regressed: "yes",
      edits: [newer, configured("b")],
      why: "the runtime started with the newer one configured",
    },
    {
      regressed: "no",
      edits: [wholeFleet, newer, configured("b"), configuredAfterStart],
      why: "the newer one was only configured, not loaded",
    },
    {
      regressed: "no",
      edits: [wholeFleet, newer, configured("c")],
      why: "what is configured is no credential of the history",
    },
    {
      regressed: "notCollected",
      edits: [markerOf(otherRevision)],
      why: "the profile collects no history",
    },
    {
      regressed: "unknown: Partial",
      edits: [wholeFleet, newer, listedInPart],
      why: "a node that was not listed may have its marker",
    },
    {
      regressed: "yes",
      edits: [newer, markerOf(otherRevision), listedInPart, noTalos, gapIn("proofs")],
      why: "one witness is enough",
    },
    {
      regressed: "unknown: Forbidden",
      edits: [wholeFleet, newer, gapIn("proofs")],
      why: "a hand-off that was not read may name it",
    },
    {
      regressed: "unknown: NotRead",
      edits: [newer],
      why: "the control plane's config was not read",
    },
    {
      regressed: "no",
      edits: [newer, talosNotCollected],
      why: "Talos is not asked",
    },
    {
      regressed: "unknown: NotRead",
      edits: [wholeFleet, newer, configured("b"), noTimes],
      why: "whether the newer one was loaded is not known",
    },
    {
      regressed: "unknown: NotRecorded",
      edits: [talosNotCollected, newer, noFingerprint, markerOf(otherRevision)],
      why: "the other may be the declared one, encrypted anew",
    },
    {
      regressed: "unknown: NotRead NotRecorded",
      edits: [
        talosNotCollected,
        newer,
        markerOf(otherRevision),
        ({ declared }) => {
          delete declared.firstDeclaredAt;
        },
      ],
      why: "when the declared one first was is not known",
    },
    {
      regressed: "unknown: NotRead",
      edits: [
        talosNotCollected,
        markerOf(otherRevision),
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "the history, which is collected, was not read",
    },
    {
      regressed: "no",
      edits: [
        talosNotCollected,
        noMarker,
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "it was not read, but nothing names any other credential",
    },
    {
      regressed: "no",
      edits: [
        talosNotCollected,
        markerOf(declaredRevision),
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "nor does a marker of the declared one",
    },
  ])("is $regressed when $why", ({ edits, regressed }) => {
    expect(inShort(declaredRegressed, subjectOf(...edits))).toBe(regressed);
  });

  it("names where, what and since when, and cites it", () => {
    const subject = subjectOf(newer, markerOf(otherRevision), configured("b"), wholeFleet);
    expect(inShort(declaredNewerLoaded, subject)).toEqual([
      "control-1: its runtime started with another one configured, first declared 2026-07-15T00:00:00Z",
      "worker-1: marker of bbbbbbbbbbbb, first declared 2026-07-15T00:00:00Z",
      "worker-1: its runtime started with another one configured, first declared 2026-07-15T00:00:00Z",
    ]);
    expect(evidenceOf(declaredRegressed, subject).map(([pointer]) => pointer)).toEqual([
      "/talos/control-1/runtimeStartedAt",
      "/objects/v1~1Node~1~1worker-1/metadata/annotations/example.dev~1verified-revision",
      "/talos/worker-1/runtimeStartedAt",
    ]);
  });

  it("counts what is more than three", () => {
    const copies: Edit = ({ snapshot, worker }) => {
      for (const name of ["worker-2", "worker-3", "worker-4"]) {
        const metadata = { ...worker.metadata, name, uid: name };
        snapshot.objects[`v1/Node//${name}`] = { ...worker, metadata };
      }
    };
    const subject = subjectOf(talosNotCollected, newer, markerOf(otherRevision), copies);
    expect(inShort(declaredNewerLoaded, subject)).toHaveLength(4);
    expect(inShort(declaredNewerLoaded, subject)).toContain("and 1 more");
  });
});
