import { describe, expect, it } from "vitest";
import { restartDueMinutes } from "../../../../src/engine/facts/node/restart-due-minutes.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  type Edit,
  gapIn,
  noTimes,
  registryConfigChangedAt,
  startedAt,
  subjectOf,
  talosNotCollected,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

const only = (kept: "runtimeStartedAt" | "registryConfigUpdatedAt"): Edit => {
  return ({ talos }) => {
    if (kept !== "runtimeStartedAt") delete talos.runtimeStartedAt;
    if (kept !== "registryConfigUpdatedAt") delete talos.registryConfigUpdatedAt;
  };
};

// The runtime started on 1 August; the snapshot is of 2026-08-06T12:00:00Z.
describe("restart.dueMinutes", () => {
  it.each<{ is: number | string; edits: readonly Edit[]; why: string }>([
    { is: "absent", edits: [], why: "the runtime started after the last change" },
    { is: 7319, edits: [registryConfigChangedAt(startedAt)], why: "it started at that instant" },
    { is: 10, edits: [registryConfigChangedAt("2026-08-06T11:50:00Z")], why: "ten minutes ago" },
    { is: 9, edits: [registryConfigChangedAt("2026-08-06T11:50:01Z")], why: "a second less" },
    {
      is: 0,
      edits: [registryConfigChangedAt("2026-08-06T13:00:00Z")],
      why: "an hour after takenAt, as clocks may differ",
    },
    {
      is: "unknown: Skewed",
      edits: [registryConfigChangedAt("2026-08-06T13:00:01Z")],
      why: "further ahead than clocks may differ",
    },
    { is: "absent", edits: [talosNotCollected], why: "Talos is not asked" },
    { is: "unknown: NotRead", edits: [noTimes], why: "neither time was read" },
    { is: "unknown: NotRead", edits: [only("runtimeStartedAt")], why: "the change was not read" },
    {
      is: "unknown: Forbidden",
      edits: [only("registryConfigUpdatedAt"), gapIn("talos", "worker-1")],
      why: "the start could not be read",
    },
  ])("is $is when $why", ({ edits, is }) => {
    expect(inShort(restartDueMinutes, subjectOf(...edits))).toBe(is);
  });

  it("says what would tell it, and cites both times", () => {
    expect(reasonsOf(derive(restartDueMinutes, subjectOf(noTimes)))).toEqual([
      "runtime start not read -> talosctl -n worker-1 get services cri -o yaml",
      "registry config time not read -> talosctl -n worker-1 get etcfilestatus cri/conf.d/cri.toml -o yaml",
    ]);
    const changed = registryConfigChangedAt("2026-08-06T11:50:00Z");
    expect(evidenceOf(restartDueMinutes, subjectOf(changed))).toEqual([
      ["/talos/worker-1/runtimeStartedAt", startedAt],
      ["/talos/worker-1/registryConfigUpdatedAt", "2026-08-06T11:50:00Z"],
    ]);
  });
});
