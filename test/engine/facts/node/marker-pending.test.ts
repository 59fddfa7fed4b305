import { describe, expect, it } from "vitest";
import { markerPending } from "../../../../src/engine/facts/node/marker-pending.ts";
import { markerPendingKeys } from "../../../../src/engine/facts/node/marker-pending-keys.ts";
import { markerPendingMinutes } from "../../../../src/engine/facts/node/marker-pending-minutes.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configWrittenAt,
  declaredRevision,
  type Edit,
  gapIn,
  imageKey,
  markerBoundTo,
  markerOf,
  noMarker,
  otherRevision,
  ownedByTalos,
  revisionKey,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort, possibleOf, reasonsOf } from "./in-short.ts";

const noMachineConfig: Edit = ({ talos }) => {
  delete talos.machineConfig;
};
const notConfigured: Edit = ({ documents }) => {
  documents[0] = { kind: "v1alpha1", digests: {} };
};
const alsoIn = (value: string): Edit => {
  return ({ documents }) => {
    const nodeAnnotations = { [revisionKey]: value };
    documents.push({ kind: "KubeNodeConfig", digests: {}, nodeAnnotations });
  };
};
const ownedText = (text: string): Edit => {
  return ({ annotations }) => {
    annotations["talos.dev/owned-annotations"] = text;
  };
};
const uidKey = "example.dev/verified-uid";
const bootIdKey = "example.dev/verified-boot-id";
const bothConfigured: Edit = ({ documents }) => {
  const bound = { [uidKey]: "uid-1", [bootIdKey]: "boot-1" };
  Object.assign(documents[0]?.nodeAnnotations ?? {}, bound);
};
const without =
  (key: string): Edit =>
  ({ annotations }) => {
    delete annotations[key];
  };
/** The Node lacks the image's annotation alone. */
const noImage: Edit = ({ annotations }) => {
  delete annotations[imageKey];
};

describe("marker.pending", () => {
  it.each<{ pending: string; keys: readonly string[]; edits: readonly Edit[]; why: string }>([
    { pending: "no", keys: [], edits: [], why: "the Node shows what the config holds" },
    {
      pending: "pending",
      keys: [revisionKey, imageKey],
      edits: [noMarker],
      why: "the Node lacks all that the config holds",
    },
    {
      pending: "pending",
      keys: [imageKey],
      edits: [noImage],
      why: "every key of the proof counts, not the revision alone",
    },
    {
      pending: "pending",
      keys: [revisionKey, imageKey],
      edits: [noMarker, ownedByTalos(revisionKey, imageKey)],
      why: "Talos writes again what somebody took away from it",
    },
    { pending: "no", keys: [], edits: [noMarker, notConfigured], why: "neither has it" },
    {
      pending: "no",
      keys: [],
      edits: [notConfigured],
      why: "only the Node has it: nothing is on its way",
    },
    {
      pending: "foreign",
      keys: [revisionKey],
      edits: [markerOf(otherRevision)],
      why: "the Node shows another value, which Talos did not write",
    },
    {
      pending: "no",
      keys: [],
      edits: [markerOf(otherRevision), ownedByTalos(revisionKey)],
      why: "the Node shows another value, which Talos wrote and overwrites",
    },
    {
      pending: "foreign",
      keys: [revisionKey],
      edits: [markerOf(""), noImage],
      why: "an empty value is a value, and foreign outweighs pending",
    },
    {
      pending: "no",
      keys: [],
      edits: [ownedText("not JSON")],
      why: "who owns it does not matter while the values agree",
    },
    {
      pending: "pending",
      keys: [imageKey],
      edits: [noImage, ownedText("not JSON")],
      why: "nor where the Node has none",
    },
    {
      pending: "no",
      keys: [],
      edits: [alsoIn(declaredRevision)],
      why: "two documents agree on the value",
    },
    {
      pending: "pending",
      keys: [revisionKey, imageKey],
      edits: [noMarker, gapIn("talos", "worker-1")],
      why: "what was seen is in the config, whatever else is",
    },
    ...[uidKey, bootIdKey].map((key) => ({
      pending: "pending",
      keys: [key],
      edits: [markerBoundTo("boot-1"), bothConfigured, without(key)],
      why: `the config has ${key} as well, and the Node lacks it`,
    })),
    {
      pending: "no",
      keys: [],
      edits: [noMachineConfig, ownedByTalos(revisionKey, imageKey)],
      why: "Talos owns what the Node shows: nothing of it can be pending or foreign, whatever its config",
    },
    {
      pending: "no",
      keys: [],
      edits: [markerBoundTo("boot-1")],
      why: "keys that only the Node has are on no way",
    },
    { pending: "notCollected", keys: [], edits: [talosNotCollected, noMarker], why: "not asked" },
  ])("is $pending when $why", ({ edits, pending, keys }) => {
    const subject = subjectOf(...edits);
    expect(inShort(markerPending, subject)).toBe(pending);
    expect(inShort(markerPendingKeys, subject)).toEqual(keys);
  });

  it.each<{ possible: string[]; edits: readonly Edit[]; why: string }>([
    {
      possible: ["no", "pending"],
      edits: [noMarker, noMachineConfig],
      why: "the Node has none, and the config was not read",
    },
    {
      possible: ["no", "foreign"],
      edits: [noMachineConfig],
      why: "the Node shows one that Talos does not own, and the config was not read",
    },
    {
      possible: ["no"],
      edits: [noMachineConfig, ownedByTalos(revisionKey, imageKey)],
      why: "Talos owns what the Node shows, whatever its config",
    },
    {
      possible: ["no", "foreign"],
      edits: [markerOf(otherRevision), ownedText("[5]")],
      why: "whether Talos owns the other value cannot be read",
    },
    {
      possible: ["pending", "foreign"],
      edits: [markerOf(otherRevision), noImage, ownedText("[")],
      why: "one is pending, and the other may be foreign",
    },
    {
      possible: ["no", "pending", "foreign"],
      edits: [alsoIn(otherRevision)],
      why: "two documents of the config disagree",
    },
  ])("is one of $possible when $why", ({ edits, possible }) => {
    const fact = derive(markerPending, subjectOf(...edits));
    expect(fact.state === "value" ? [fact.value] : possibleOf(fact)).toEqual(possible);
  });

  it("cites each annotation that is on its way", () => {
    expect(evidenceOf(markerPending, subjectOf(noImage))).toEqual([
      [
        "/objects/v1~1Node~1~1worker-1/metadata/annotations",
        `${imageKey}: in the config, not on the Node`,
      ],
    ]);
  });
});

describe("marker.pendingMinutes", () => {
  // The snapshot was taken on 2026-08-06 at 12:00.
  it.each<{ minutes: number | string; edits: readonly Edit[]; why: string }>([
    { minutes: "absent", edits: [configWrittenAt("2026-08-06T11:00:00Z")], why: "nothing pends" },
    {
      minutes: 9,
      edits: [noMarker, configWrittenAt("2026-08-06T11:50:00.000000001Z")],
      why: "one nanosecond is missing to ten minutes",
    },
    {
      minutes: 10,
      edits: [noMarker, configWrittenAt("2026-08-06T11:50:00Z")],
      why: "exactly ten have passed",
    },
    {
      minutes: 0,
      edits: [noMarker, configWrittenAt("2026-08-06T12:00:01Z")],
      why: "the config was written while the snapshot was taken",
    },
    {
      minutes: 0,
      edits: [noMarker, configWrittenAt("2026-08-06T13:00:00Z")],
      why: "as far after takenAt as parts may be read apart",
    },
    {
      minutes: "unknown: Skewed",
      edits: [noMarker, configWrittenAt("2026-08-06T13:00:01Z")],
      why: "the clocks cannot both be right",
    },
    { minutes: "unknown: NotRead", edits: [noMarker], why: "the time was not read" },
    {
      minutes: "unknown: NotRead",
      edits: [noMarker, noMachineConfig],
      why: "the config was not read",
    },
    {
      minutes: 720,
      edits: [markerOf(otherRevision), configWrittenAt("2026-08-06T00:00:00Z")],
      why: "a foreign value stands as long",
    },
    { minutes: "absent", edits: [noMarker, talosNotCollected], why: "Talos is not asked" },
  ])("is $minutes when $why", ({ edits, minutes }) => {
    expect(inShort(markerPendingMinutes, subjectOf(...edits))).toBe(minutes);
  });

  it("says what would tell the time", () => {
    expect(reasonsOf(derive(markerPendingMinutes, subjectOf(noMarker)))).toEqual([
      "when the active machine config was written not read -> talosctl -n worker-1 get machineconfig -o yaml",
    ]);
  });
});
