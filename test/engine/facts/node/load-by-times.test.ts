import { describe, expect, it } from "vitest";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import {
  boundHandOff,
  configured,
  configuredAfterStart,
  costing,
  type Edit,
  entry,
  firstDeclared,
  gapIn,
  handedOff,
  inconsistentEntry,
  markerBoundTo,
  markerOf,
  noMarker,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  otherRevision,
  podOf,
  runningPod,
  startedAt,
  subjectOf,
  talosVersion,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

interface Example {
  readonly load: string;
  readonly edits: readonly Edit[];
  /** What a table of the user says that a changed login costs. */
  readonly effect?: "reboot" | "runtimeRestart";
  readonly why: string;
}

describe("load by E1, the runtime's start after the last change of its config", () => {
  it.each<Example>([
    { load: "same", edits: [noMarker], why: "C is same and it started afterwards" },
    { load: "changed", edits: [noMarker, configured("b")], why: "C is another one" },
    { load: "changed", edits: [noMarker, configured()], why: "C has none" },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [noMarker, configuredAfterStart],
      why: "the config changed after the start",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        noMarker,
        ({ talos }) => {
          talos.registryConfigUpdatedAt = startedAt;
        },
      ],
      why: "both are at one instant",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [noMarker, noTimes],
      why: "times were not read",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        noMarker,
        ({ documents }) => {
          documents[1] = {
            kind: "RegistryAuthConfig",
            digests: {},
            registryAuth: [inconsistentEntry],
          };
        },
      ],
      why: "C is read differently by its consumers",
    },
    {
      load: "unknown: NotRead NotRecorded Incomparable",
      edits: [
        noMarker,
        ({ declared }) => {
          declared.entries = [entry("a", "k2")];
        },
      ],
      why: "C is fingerprinted with another key",
    },
  ])("is $load when $why", ({ edits, load: expected }) => {
    expect(inShort(nodeLoad, subjectOf(...edits))).toBe(expected);
  });

  it("does not take a re-render of the machine config for a change of its auth", () => {
    const rerendered: Edit = ({ talos }) => {
      if (talos.machineConfig?.active)
        talos.machineConfig.active.updatedAt = "2026-08-06T11:00:00Z";
    };
    expect(inShort(nodeLoad, subjectOf(noMarker, rerendered))).toBe("same");
  });
});

describe("load by E4, a runtime older than the credential", () => {
  const silent = [noMarker, noTimes, noOtherDeclared];
  it.each<Example>([
    {
      load: "changed",
      edits: [
        firstDeclared("2026-08-03T00:00:00Z"),
        ({ talos }) => {
          talos.runtimeStartedAt = startedAt;
        },
      ],
      why: "Talos says when it started",
    },
    {
      load: "changed",
      edits: [firstDeclared("2026-08-03T00:00:00Z")],
      why: "the node was Ready before (up to Talos 1.13)",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-03T00:00:00Z"),
        runningPod("2026-08-01T10:00:40Z"),
        ({ talos }) => {
          talos.runtimeStartedAt = "2026-08-04T00:00:00Z";
        },
      ],
      why: "Talos says that it started later, whatever was Ready or ran before",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [firstDeclared("2026-08-03T00:00:00Z"), talosVersion("v1.14.0")],
      why: "Ready bounds nothing from 1.14 on",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [firstDeclared("2026-08-01T10:01:00Z")],
      why: "the credential was declared before the node was Ready",
    },
    {
      load: "changed",
      edits: [firstDeclared("2026-08-01T10:01:00Z"), runningPod("2026-08-01T10:00:40Z")],
      why: "a container that still runs is older",
    },
    {
      load: "changed",
      edits: [
        firstDeclared("2026-08-01T10:01:00Z"),
        runningPod("2026-08-01T10:01:10Z", "2026-08-01T10:00:59Z"),
      ],
      why: "one container of two is older",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [firstDeclared("2026-08-01T10:01:00Z"), runningPod("2026-08-01T10:01:00Z")],
      why: "the container started at that instant, whenever its pod did",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-01T10:01:00Z"),
        podOf([{ waiting: { startedAt: "2026-08-01T10:00:40Z" } }, {}]),
      ],
      why: "the containers wait or do not say, though none was ever restarted",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-01T10:01:00Z"),
        podOf([{ terminated: { startedAt: "2026-08-01T10:00:40Z" } }]),
      ],
      why: "the container came to its end",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-01T10:01:00Z"),
        podOf([{ running: { startedAt: "2026-08-01T10:00:40Z" } }], "Failed"),
      ],
      why: "the pod failed, whatever was last told of its container",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-01T10:01:00Z"),
        runningPod("2026-08-01T10:00:40Z"),
        ({ worker }) => {
          const conditions = [
            { type: "Ready", status: "Unknown", lastTransitionTime: "2026-08-06T11:00:00Z" },
          ];
          worker.status = { ...(worker.status as object), conditions };
        },
      ],
      why: "the node is not Ready: it may have booted since its pods were last told",
    },
    ...(["reboot", "runtimeRestart"] as const).flatMap((effect) => [
      {
        load: "changed",
        edits: [firstDeclared("2026-08-03T00:00:00Z"), talosVersion("v1.14.0-alpha.1")],
        effect,
        why: `this Talos starts the runtime at boot alone, where a table says ${effect}`,
      },
      {
        load: "unknown: NotRead NotRecorded",
        edits: [firstDeclared("2026-08-03T00:00:00Z"), talosVersion("v1.14.0-beta.0")],
        effect,
        why: `this Talos restarts the runtime, where a table says ${effect}`,
      },
      {
        load: "unknown: NotRead NotRecorded",
        edits: [firstDeclared("2026-08-03T00:00:00Z"), talosVersion("nightly")],
        effect,
        why: `the version is none, where a table says ${effect}`,
      },
    ]),
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        ({ declared }) => {
          delete declared.firstDeclaredAt;
        },
      ],
      why: "its first day was not read",
    },
    {
      load: "changed",
      edits: [firstDeclared("2026-08-06T13:00:00Z")],
      why: "its first day lies an hour after takenAt: clocks may differ by that",
    },
    {
      load: "unknown: NotRead NotRecorded Skewed",
      edits: [firstDeclared("2026-08-06T13:00:01Z")],
      why: "its first day lies further ahead: everything is older than that",
    },
    {
      load: "unknown: NotRead NotRecorded Skewed",
      edits: [
        firstDeclared("2026-08-06T12:05:01Z"),
        ({ spec }) => {
          Object.assign(spec, { maxSkewMinutes: 5 });
        },
      ],
      why: "its first day lies further ahead than this profile allows",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        firstDeclared("2026-08-03T00:00:00Z"),
        ({ credential }) => {
          delete credential.history;
        },
      ],
      why: "no history is collected",
    },
  ])("is $load when $why", ({ edits, effect, load: expected }) => {
    const subject = costing(effect, subjectOf(...silent, ...edits));
    expect(inShort(nodeLoad, subject)).toBe(expected);
  });
});

describe("load by E5, another config and no proof", () => {
  const silent = [noMarker, noTimes];
  it.each<Example>([
    { load: "changed", edits: [configured("b")], why: "another credential is configured" },
    { load: "changed", edits: [configured()], why: "none is configured" },
    {
      load: "changed",
      edits: [configured("b"), markerOf(otherRevision)],
      why: "the marker is of another revision",
    },
    {
      load: "changed",
      edits: [configured("b"), markerOf("a".repeat(64)), markerBoundTo("boot-0")],
      why: "the marker is of another boot",
    },
    {
      load: "unknown: Forbidden NotRecorded NotRead",
      edits: [configured("b"), gapIn("proofs")],
      why: "hand-offs could not all be read",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        configured("b"),
        handedOff(boundHandOff("boot-1")),
        ({ nodeInfo }) => {
          delete nodeInfo.bootID;
        },
      ],
      why: "it is not known whether the hand-off still holds",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [configured("b"), noOtherDeclared],
      why: "no other credential was ever declared",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [configured("b"), otherDeclaredAt("2026-07-15T00:00:00Z")],
      why: "a history is collected and the start was not read",
    },
    {
      load: "changed",
      edits: [
        configured("b"),
        otherDeclaredAt("2026-07-15T00:00:00Z"),
        configuredAfterStart,
        ({ talos }) => {
          talos.runtimeStartedAt = startedAt;
        },
      ],
      why: "the other one was declared when the runtime started",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [
        configured("b"),
        otherDeclaredAt("2026-08-02T00:00:00Z"),
        configuredAfterStart,
        ({ talos }) => {
          talos.runtimeStartedAt = startedAt;
        },
      ],
      why: "the runtime started before any other was declared",
    },
  ])("is $load when $why", ({ edits, load: expected }) => {
    expect(inShort(nodeLoad, subjectOf(...silent, ...edits))).toBe(expected);
  });
});
