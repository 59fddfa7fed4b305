import { describe, expect, it } from "vitest";
import { nodeLoad } from "../../../../src/engine/facts/node/node-load.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  type Edit,
  gapIn,
  imageKey,
  markerBoundTo,
  noTimes,
  otherDeclaredAt,
  ownedByTalos,
  revisionKey,
  subjectOf,
  talosVersion,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

interface Example {
  readonly load: string;
  readonly edits: readonly Edit[];
  readonly why: string;
}

describe("load by E3, a marker that names its boot where that is about to vanish", () => {
  const uidKey = "example.dev/verified-uid";
  const bootIdKey = "example.dev/verified-boot-id";
  const allOwned = ownedByTalos(revisionKey, imageKey, uidKey, bootIdKey);
  const configuredAs =
    (annotations: Record<string, string>): Edit =>
    ({ documents }) => {
      Object.assign(documents[0]?.nodeAnnotations ?? {}, annotations);
    };
  // Another one was declared since, so a claim that is bound to no run does not hold.
  const since = otherDeclaredAt("2026-07-15T00:00:00Z", { lastDeclaredAt: "2026-07-15T00:00:00Z" });
  const before = otherDeclaredAt("2026-06-01T00:00:00Z", {
    lastDeclaredAt: "2026-06-15T00:00:00Z",
  });
  it.each<Example>([
    { load: "same", edits: [since, ownedByTalos(revisionKey)], why: "Talos does not own it" },
    {
      load: "same",
      edits: [since, allOwned, configuredAs({ [uidKey]: "uid-1", [bootIdKey]: "boot-1" })],
      why: "the config has it",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [since, allOwned],
      why: "the config has it no more",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [since, allOwned, configuredAs({ [bootIdKey]: "boot-0" })],
      why: "the config has another value",
    },
    {
      load: "same",
      edits: [before, allOwned],
      why: "the config has it no more, and no other was declared since",
    },
    {
      load: "unknown: NotRead NotRecorded",
      edits: [before, allOwned, markerBoundTo("boot-0")],
      why: "what is about to vanish says that it was made in another boot",
    },
    {
      load: "unknown: NotRead",
      edits: [
        before,
        allOwned,
        ({ nodeInfo }) => {
          delete nodeInfo.bootID;
        },
      ],
      why: "it may say that it was made in another boot: the node's was not read",
    },
    {
      load: "unknown: NotRead Unparsable",
      edits: [
        since,
        ({ annotations }) => {
          annotations["talos.dev/owned-annotations"] = "not JSON";
        },
      ],
      why: "who owns it cannot be read",
    },
    {
      load: "same",
      edits: [
        before,
        ({ annotations }) => {
          annotations["talos.dev/owned-annotations"] = "not JSON";
        },
      ],
      why: "who owns it cannot be read, and no other was declared since either way",
    },
    {
      load: "unknown: NotRead Forbidden",
      edits: [since, allOwned, gapIn("talos", "worker-1")],
      why: "the config was not read whole",
    },
  ])("is $load when $why", ({ edits, load: expected }) => {
    const subject = subjectOf(noTimes, markerBoundTo("boot-1"), ...edits);
    expect(inShort(nodeLoad, subject)).toBe(expected);
  });

  it("says that another was declared since, whatever else may be in the history", () => {
    const subject = subjectOf(
      noTimes,
      otherDeclaredAt("2026-07-15T00:00:00Z"),
      gapIn("credentials", "registry/previous"),
    );
    expect(reasonsOf(derive(nodeLoad, subject))).toContain(
      "the marker: it names no run of the runtime, and another credential was declared since -> -",
    );
  });

  it("is cited where the claim rests on it, and only there", () => {
    const cited = (...edits: readonly Edit[]) =>
      evidenceOf(nodeLoad, subjectOf(noTimes, before, markerBoundTo("boot-1"), ...edits))
        .map(([pointer]) => pointer)
        .filter((pointer) => pointer.endsWith("verified-boot-id"));
    expect(cited()).toHaveLength(1);
    expect(cited(allOwned)).toEqual([]);
  });

  it("says what became of it", () => {
    const told = (...edits: readonly Edit[]) =>
      reasonsOf(derive(nodeLoad, subjectOf(noTimes, since, ...edits))).find((reason) =>
        reason.startsWith("the marker: "),
      );
    expect(told(markerBoundTo("boot-1"), allOwned)).toBe(
      "the marker: the run that it names is about to vanish from the Node, and another credential was declared since -> -",
    );
    expect(told()).toBe(
      "the marker: it names no run of the runtime, and another credential was declared since -> -",
    );
    expect(told(markerBoundTo("boot-1"), talosVersion("v1.14.0"))).toBe(
      "the marker: it names only a boot, within which this Talos restarts the runtime, and another credential was declared since -> -",
    );
  });
});
