import { describe, expect, it } from "vitest";
import { runtimePulls } from "../../../../src/engine/facts/node/runtime-pulls.ts";
import type { SnapshotDocument } from "../../../../src/generated/snapshot-types.ts";
import { derive, evidenceOf } from "../derive.ts";
import { configured, type Edit, noMarker, startedAt, subjectOf, talosVersion } from "./fleet.ts";
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
