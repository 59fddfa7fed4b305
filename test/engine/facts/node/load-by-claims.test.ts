import { describe, expect, it } from "vitest";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import { derive } from "../derive.ts";
import {
  boundHandOff,
  configured,
  costing,
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
  startedAt,
  subjectOf,
  talosNotCollected,
  talosVersion,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

interface Example {
  readonly load: string;
  readonly edits: readonly Edit[];
  readonly why: string;
}

describe("load by E2, a hand-off", () => {
  const silent = [noMarker, noTimes];
  it.each<Example>([
    { load: "same", edits: [handedOff(boundHandOff("boot-1"))], why: "it is of this boot" },
    {
      load: "same",
      edits: [handedOff(boundHandOff("boot-1")), configured("b")],
      why: "it is of this boot, whatever is configured meanwhile",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [handedOff(boundHandOff("boot-0"))],
      why: "it is of another boot",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        handedOff(boundHandOff("boot-1")),
        ({ nodeInfo }) => {
          delete nodeInfo.bootID;
        },
      ],
      why: "the node's boot id was not read",
    },
    { load: "same", edits: [handedOff(handOffDocument())], why: "it names no boot and C is same" },
    {
      load: "changed",
      edits: [handedOff(handOffDocument()), configured("b")],
      why: "it names no boot and C is known to differ (so E5 speaks)",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        handedOff(handOffDocument()),
        ({ talos }) => {
          delete talos.machineConfig;
        },
      ],
      why: "it names no boot and C, which the profile collects, was not read",
    },
    {
      load: "same",
      edits: [handedOff(handOffDocument()), talosNotCollected],
      why: "it names no boot and the profile does not collect C",
    },
    {
      load: "same",
      edits: [handedOff(handOffDocument()), noOtherDeclared],
      why: "it names no boot and no other credential was ever declared",
    },
    {
      load: "same",
      edits: [
        handedOff(handOffDocument()),
        otherDeclaredAt("2026-06-01T00:00:00Z", { lastDeclaredAt: "2026-06-30T00:00:00Z" }),
      ],
      why: "it names no boot and the other was last declared before",
    },
    {
      load: "unknown: Forbidden NotRecorded NotRead",
      edits: [
        handedOff(handOffDocument()),
        otherDeclaredAt("2026-06-01T00:00:00Z", { lastDeclaredAt: "2026-06-30T00:00:00Z" }),
        gapIn("credentials", "registry"),
      ],
      why: "it names no boot and the history is not known whole",
    },
    {
      load: "unknown: NotRecorded NotRead",
      edits: [handedOff(handOffDocument()), otherDeclaredAt("2026-06-01T00:00:00Z")],
      why: "it names no boot and Git may have come back to the other",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        handedOff(handOffDocument()),
        otherDeclaredAt("2026-06-01T00:00:00Z", { lastDeclaredAt: "2026-07-15T00:00:00Z" }),
      ],
      why: "it names no boot and Git had come back to the other (B, A, B, A)",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [handedOff(handOffDocument()), otherDeclaredAt("2026-07-15T00:00:00Z")],
      why: "it names no boot and another was declared since (A, B, A)",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        handedOff(handOffDocument()),
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "it names no boot and the history, which is collected, was not read",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [handedOff(handOffDocument({ nodes: [{ name: "worker-1", uid: "uid-9" }] }))],
      why: "it lists another machine of this name",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [handedOff(handOffDocument({ credentialRevision: otherRevision }))],
      why: "it is for another revision",
    },
    {
      load: "same",
      edits: [
        handedOff(handOffDocument({ credentialRevision: earlierRevision })),
        ({ credential, evidence }) => {
          credential.history = true;
          evidence.previous = [{ revision: earlierRevision, fingerprint: fingerprintOf("a") }];
        },
      ],
      why: "it is for the same credential before it was encrypted anew",
    },
    {
      load: "same",
      edits: [handedOff(boundHandOff("boot-0"), boundHandOff("boot-1"))],
      why: "one of two is of this boot",
    },
  ])("is $load when $why", ({ edits, load: expected }) => {
    expect(inShort(nodeLoad, subjectOf(...silent, ...edits))).toBe(expected);
  });
});

describe("load by E3, the marker", () => {
  it.each<Example>([
    { load: "same", edits: [], why: "it names no boot, no history is collected and C is same" },
    { load: "same", edits: [talosNotCollected], why: "C is not collected either" },
    { load: "same", edits: [markerBoundTo("boot-1"), configured("b")], why: "it is of this boot" },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [markerBoundTo("boot-0")],
      why: "it is of another boot",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [markerBoundTo("boot-1", "uid-9")],
      why: "it was made on another machine",
    },
    {
      load: "same",
      edits: [markerBoundTo("", "")],
      why: "the profile names uid and boot id, and an older marker has neither",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [markerOf(otherRevision)],
      why: "it names another revision",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [otherDeclaredAt("2026-07-15T00:00:00Z")],
      why: "A was proved, B declared and loaded, and Git is back at A",
    },
    {
      load: "same",
      edits: [otherDeclaredAt("2026-07-15T00:00:00Z"), markerBoundTo("boot-1")],
      why: "in A, B, A the marker was made in this very boot",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        ({ annotations, documents }) => {
          annotations["talos.dev/owned-annotations"] = JSON.stringify([revisionKey]);
          documents[0] = { kind: "v1alpha1", digests: {} };
        },
      ],
      why: "it is vanishing, which counts as missing",
    },
    {
      load: "unknown: NotRead",
      edits: [
        ({ declared }) => {
          delete declared.revision;
        },
      ],
      why: "the declared revision was not read",
    },
  ])("is $load when $why", ({ edits, load: expected }) => {
    expect(inShort(nodeLoad, subjectOf(noTimes, ...edits))).toBe(expected);
  });

  it.each<Example>([
    {
      load: "same",
      edits: [talosVersion("v1.14.0"), markerBoundTo("boot-1")],
      why: "an equal boot id binds nothing there, and it is taken at its word",
    },
    {
      load: "changed",
      edits: [talosVersion("v1.14.0"), markerBoundTo("boot-1"), configured("b")],
      why: "the runtime restarts within a boot, and C is known to differ",
    },
    {
      load: "same",
      edits: [
        talosVersion("v1.14.0"),
        markerBoundTo(startedAt),
        configured("b"),
        ({ talos }) => {
          talos.runtimeStartedAt = startedAt;
        },
      ],
      why: "it records the very start of the runtime",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        talosVersion("v1.14.0"),
        markerBoundTo("2026-07-30T00:00:00Z"),
        ({ talos }) => {
          talos.runtimeStartedAt = startedAt;
        },
      ],
      why: "it records an earlier start of the runtime",
    },
  ])("from Talos 1.14 on is $load when $why", ({ edits, load: expected }) => {
    expect(inShort(nodeLoad, subjectOf(noTimes, ...edits))).toBe(expected);
  });

  // What a change costs is what somebody asks for; what binds a claim is what this Talos does by itself.
  it.each<{ version: string; effect: "reboot" | "runtimeRestart"; load: string }>([
    { version: "v1.13.8", effect: "runtimeRestart", load: "same" },
    { version: "v1.14.0-alpha.1", effect: "runtimeRestart", load: "same" },
    { version: "v1.14.0-beta.0", effect: "reboot", load: "changed" },
    { version: "v1.14.0", effect: "reboot", load: "changed" },
    { version: "nightly", effect: "reboot", load: "unknown: NotRead Unparsable" },
  ])(
    "by its boot id is $load on $version, where a table says $effect",
    ({ version, effect, load }) => {
      const subject = subjectOf(
        noTimes,
        talosVersion(version),
        markerBoundTo("boot-1"),
        configured("b"),
      );
      expect(inShort(nodeLoad, costing(effect, subject))).toBe(load);
    },
  );
});

describe("a history that does not say when another credential was last declared", () => {
  it("says so, and what to record", () => {
    const subject = subjectOf(noTimes, otherDeclaredAt("2026-06-01T00:00:00Z"));
    expect(reasonsOf(derive(nodeLoad, subject))).toContain(
      "the history does not say when another credential was last declared, so Git may have come back to it -> " +
        "record `lastDeclaredAt` for each credential in a CredentialHistory",
    );
    const ahead = otherDeclaredAt("2026-06-01T00:00:00Z", {
      lastDeclaredAt: "2027-06-01T00:00:00Z",
    });
    expect(reasonsOf(derive(nodeLoad, subjectOf(noTimes, ahead)))).toEqual(
      reasonsOf(derive(nodeLoad, subject)),
    );
  });
});
