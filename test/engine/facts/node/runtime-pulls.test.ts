import { describe, expect, it } from "vitest";
import { runtimePulls } from "../../../../src/engine/facts/node/runtime-pulls.ts";
import type { SnapshotDocument } from "../../../../src/generated/snapshot-types.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configured,
  type Edit,
  gapIn,
  noMarker,
  noTimes,
  startedAt,
  subjectOf,
  talosVersion,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

type Probe = NonNullable<SnapshotDocument["probes"]>[number];

const pulled: Probe = {
  credential: "registry",
  node: "worker-1",
  through: "kubelet",
  uncached: true,
  result: "pulled",
  bootId: "boot-1",
  at: startedAt,
};
/** The runtime works with another credential than the declared one; these pulls were tried. */
const changed =
  (...probes: readonly Probe[]): Edit =>
  (draft) => {
    configured("b")(draft);
    noMarker(draft);
    draft.snapshot.probes = [...probes];
  };
const loaded =
  (...probes: readonly Probe[]): Edit =>
  ({ snapshot }) => {
    snapshot.probes = [...probes];
  };
const onVersion =
  (version: string, edit: Edit): Edit =>
  (draft) => {
    talosVersion(version)(draft);
    edit(draft);
  };
const { uncached: _uncached, ...perhapsCached } = pulled;
const { bootId: _bootId, ...unbound } = pulled;

const later = "2026-08-05T00:00:00Z";
const pulledA: Probe = { ...pulled, image: "ghcr.io/example/a:a" };
const deniedA: Probe = { ...pulledA, result: "denied" };
function without(probe: Probe, key: keyof Probe): Probe {
  const { [key]: _, ...rest } = probe;
  return rest as Probe;
}
const startUnread =
  (edit: Edit): Edit =>
  (draft) => {
    noTimes(draft);
    edit(draft);
  };
const unreadToo =
  (edit: Edit): Edit =>
  (draft) => {
    gapIn("probes")(draft);
    edit(draft);
  };

describe("pulls", () => {
  it.each<{ edit: Edit; is: boolean | string; why: string }>([
    { edit: loaded(), is: true, why: "the declared credential is loaded" },
    { edit: changed(), is: "unknown: NotRead", why: "an earlier one may have been revoked" },
    { edit: changed(pulled), is: true, why: "it was seen to pull" },
    { edit: changed({ ...pulled, result: "denied" }), is: false, why: "it was denied" },
    {
      edit: changed({ ...pulled, result: "failed" }),
      is: "unknown: NotRead",
      why: "another failure says nothing of the login",
    },
    {
      edit: changed({ ...pulled, through: "talos" }),
      is: "unknown: NotRead",
      why: "Talos reads its config, not what the runtime loaded",
    },
    {
      edit: changed({ ...pulled, through: "registry" }),
      is: "unknown: NotRead",
      why: "that tried the declared credential",
    },
    { edit: changed(perhapsCached), is: "unknown: NotRead", why: "it may have been cached" },
    {
      edit: changed({ ...pulled, uncached: false }),
      is: "unknown: NotRead",
      why: "it was cached",
    },
    {
      edit: changed({ ...pulled, node: "worker-2" }),
      is: "unknown: NotRead",
      why: "it was another node",
    },
    {
      edit: changed({ ...pulled, credential: "other" }),
      is: "unknown: NotRead",
      why: "it was another credential",
    },
    {
      edit: changed({ ...pulled, bootId: "boot-0" }),
      is: "unknown: NotRead",
      why: "it was in another boot",
    },
    { edit: changed(unbound), is: true, why: "it names no boot, but came after the start" },
    {
      edit: changed({ ...unbound, at: "2026-08-01T10:00:14Z" }),
      is: "unknown: NotRead",
      why: "it names no boot, and came before the start",
    },
    {
      edit: changed(pulled, { ...pulled, result: "denied" }),
      is: "unknown: Inconsistent",
      why: "the tries contradict each other",
    },
    {
      edit: changed(deniedA, { ...pulledA, at: later }),
      is: true,
      why: "what was denied went through later on",
    },
    {
      edit: changed({ ...pulledA, at: later }, deniedA),
      is: true,
      why: "the same, told the other way round",
    },
    {
      edit: changed(pulledA, { ...deniedA, at: later }),
      is: false,
      why: "what went through was denied later on",
    },
    {
      edit: loaded(deniedA, { ...pulledA, at: later }),
      is: true,
      why: "the declared one is loaded, and was taken later on",
    },
    {
      edit: changed(deniedA, { ...pulledA, at: later, bootId: "boot-0" }),
      is: false,
      why: "what went through later was another boot's",
    },
    {
      edit: changed(deniedA, { ...pulledA, at: later, uncached: false }),
      is: false,
      why: "what went through later was cached",
    },
    {
      edit: changed(deniedA, { ...pulledA, at: later, image: "ghcr.io/example/b:b" }),
      is: "unknown: Inconsistent",
      why: "it was another image that went through later",
    },
    {
      edit: changed(deniedA, pulledA),
      is: "unknown: Inconsistent",
      why: "both were tried at one instant",
    },
    ...(["at", "image"] as const).map((field) => ({
      edit: changed(deniedA, without({ ...pulledA, at: later }, field)),
      is: "unknown: Inconsistent",
      why: `what went through does not record its ${field}`,
    })),
    {
      edit: changed(without(deniedA, "image"), without({ ...pulledA, at: later }, "image")),
      is: "unknown: Inconsistent",
      why: "neither records its image: it may have been two",
    },
    {
      edit: changed(pulledA, without({ ...deniedA, at: later }, "bootId")),
      is: false,
      why: "the later denial names no boot, but came after the start",
    },
    {
      edit: startUnread(changed(pulledA, without({ ...deniedA, at: later }, "bootId"))),
      is: "unknown: NotRead",
      why: "the later denial may be of another run",
    },
    {
      edit: startUnread(changed(without(deniedA, "bootId"), { ...pulledA, at: later })),
      is: true,
      why: "whatever run the denial was of, a later pull went through",
    },
    {
      edit: unreadToo(changed(pulledA)),
      is: "unknown: Forbidden",
      why: "a later denial may not have been read",
    },
    {
      edit: unreadToo(changed(deniedA)),
      is: "unknown: Forbidden",
      why: "a later pull may not have been read",
    },
    {
      edit: loaded({ ...pulled, result: "denied" }),
      is: false,
      why: "the registry may refuse what is declared as well",
    },
    {
      edit: onVersion("v1.14.0", changed(pulled)),
      is: true,
      why: "from 1.14 on the run begins with the runtime's start",
    },
    {
      edit: onVersion("v1.14.0", changed({ ...pulled, at: "2026-08-01T10:00:14Z" })),
      is: "unknown: NotRead",
      why: "the runtime has restarted since, beneath the same boot",
    },
    {
      edit: onVersion("nightly", changed({ ...pulled, bootId: "boot-0" })),
      is: "unknown: NotRead",
      why: "on a version that nobody knows both must fit",
    },
  ])("is $is: $why", ({ edit, is }) => {
    expect(inShort(runtimePulls, subjectOf(edit))).toBe(is);
  });

  it("names the try that would tell, and cites one that does", () => {
    expect(reasonsOf(derive(runtimePulls, subjectOf(changed())))).toEqual([
      "no uncached pull through the kubelet of `worker-1` seen in this run of its runtime -> -f a Probes document: pull an image of ghcr.io on worker-1, uncached, without pull secret",
    ]);
    expect(evidenceOf(runtimePulls, subjectOf(changed(perhapsCached, pulled)))).toEqual([
      ["/probes/1/result", "pulled"],
    ]);
  });
});
