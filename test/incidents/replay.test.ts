import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision, GateDecision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import { fixtures } from "../support/run-cli.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { clusterAt, days, profile } from "./replay.ts";

// What `eval` would have said of the first incident on each evening, had it been asked. `-u` rewrites the table.

const policies = shippedPolicies();

interface Evening {
  readonly at: string;
  readonly decision: Decision;
  /** With Git as it was: nothing dated the gate before 08-04. */
  readonly undated: Decision;
}

const evenings: readonly Evening[] = days().map((day) => ({
  at: day,
  decision: evaluate(policies, clusterAt(day, true), profile),
  undated: evaluate(policies, clusterAt(day, false), profile),
}));

function gateOf({ gates: [gate] }: Decision): GateDecision {
  if (gate === undefined) throw new Error("no gate was judged");
  return gate;
}

function reasonsOf({ findings }: Decision): readonly string[] {
  return [
    ...new Set(findings.filter(({ outcome }) => outcome === "fail").map(({ reason }) => reason)),
  ];
}

/** Findings that came (+) and went (-) since the evening before. */
function movesOf({ decision }: Evening, before: Evening | undefined): string {
  const [now, then] = [reasonsOf(decision), before === undefined ? [] : reasonsOf(before.decision)];
  return [
    ...now.filter((reason) => !then.includes(reason)).map((reason) => `+${reason}`),
    ...then.filter((reason) => !now.includes(reason)).map((reason) => `-${reason}`),
  ].join(" ");
}

function imageOf({ fleet }: GateDecision): string {
  const line = (fleet?.delta ?? []).find((text) => text.includes(" image ")) ?? "-";
  return line.replace(/^.* image /, "").replace(/, \d+ more.*$/, "");
}

const titles = [
  "at (UTC)",
  "deploy",
  "gate",
  "day",
  "undated",
  "stands",
  "stalled since",
  "current",
];
const heads = [...titles, "image", "findings"];

function rowOf(evening: Evening, before: Evening | undefined): readonly string[] {
  const gate = gateOf(evening.decision);
  const undated = gateOf(evening.undated);
  const { fleet, ageDays } = gate;
  const since = gate.stalled === true ? (fleet?.waitingSince ?? "?") : "-";
  return [
    evening.at.slice(0, 16).replace("T", " "),
    evening.decision.verdicts.deploy ?? "-",
    gate.state,
    gate.state === "inactive" ? "-" : String(ageDays ?? "-"),
    undated.state,
    gate.combination ?? "-",
    since.slice(0, 16).replace("T", " "),
    `${fleet?.current}/${fleet?.desired}`,
    imageOf(gate),
    movesOf(evening, before),
  ];
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function at(instant: string): Evening {
  const found = evenings.find((evening) => evening.at.startsWith(instant));
  if (found === undefined) throw new Error(`nothing was asked at ${instant}`);
  return found;
}

describe("the first incident, evening by evening", () => {
  it("is told as the table says", async () => {
    const rows = evenings.map((evening, index) => rowOf(evening, evenings[index - 1]));
    await expect(tableOf([heads, ...rows])).toMatchFileSnapshot(
      join(fixtures, "golden/stalled-gate/replay.txt"),
    );
  });

  it("07-25: the author's day has not come in UTC", () => {
    expect(gateOf(at("2026-07-25").decision).reason).toBe("ActivationInFuture");
    expect(gateOf(at("2026-07-26").decision).state).toBe("active");
  });

  it("07-28: a template moves under the gate, which is told that evening; 07-30: nothing adopted for two days", () => {
    const first = gateOf(at("2026-07-28").decision);
    expect(first.stalled).toBe(true);
    expect(first.fleet?.waitingSince).toBe("2026-07-28T18:19:31Z");
    expect(reasonsOf(at("2026-07-28").decision)).toEqual(
      expect.arrayContaining(["TemplateMovedUnderGate", "AdoptedWithoutStep"]),
    );
    expect(reasonsOf(at("2026-07-29").decision)).not.toContain("RolloutStalled");
    expect(reasonsOf(at("2026-07-30").decision)).toContain("RolloutStalled");
    const between = evenings.filter(
      (evening) => "2026-07-28" < evening.at && evening.at < "2026-08-09T13",
    );
    expect(between.every(({ decision }) => gateOf(decision).stalled === true)).toBe(true);
  });

  it("08-05: a release candidate runs where the release was delivered", () => {
    const isToRelease = (evening: Evening) =>
      (gateOf(evening.decision).fleet?.delta ?? []).some((line) =>
        line.includes("(pre-release → release)"),
      );
    expect(isToRelease(at("2026-08-04"))).toBe(false);
    expect(isToRelease(at("2026-08-05"))).toBe(true);
    expect(reasonsOf(at("2026-08-05").decision)).toContain("DeliveredNotAdopted");
  });

  it("08-09: the window ends, the deploy is denied, and neither way out is free until the fleet is stepped", () => {
    expect(at("2026-08-08").decision.verdicts.deploy).toBe("allow");
    const { decision } = at("2026-08-09T12");
    expect([gateOf(decision).state, decision.verdicts.deploy]).toEqual(["expired", "deny"]);
    expect(gateOf(decision).release?.unmet).toEqual(["FleetNotUpdated"]);
    expect(gateOf(decision).rollback?.unmet).toEqual(["RollbackReplacesPods"]);
    expect(gateOf(decision).hold).toMatchObject({ replicas: 0, remembered: "1" });
    const evening = gateOf(at("2026-08-09T23").decision);
    expect([evening.state, evening.combination]).toEqual(["inactive", "normal"]);
  });

  it("without a marker the deploy is denied from the first day on, and the stall is told all the same", () => {
    const undated = evenings.filter((evening) => evening.at < "2026-08-04T23:41");
    expect(undated.map((evening) => evening.undated.verdicts.deploy)).toEqual(
      undated.map(() => "deny"),
    );
    expect(gateOf(at("2026-07-29").undated).stalled).toBe(false);
    expect(gateOf(at("2026-07-30").undated).stalled).toBe(true);
  });

  it("09-19: nothing is left of it", () => {
    const { decision } = at("2026-09-19");
    expect(decision.verdicts.deploy).toBe("allow");
    expect(reasonsOf(decision)).toEqual([]);
    expect(gateOf(decision).fleet).toMatchObject({ desired: 8, current: 8 });
  });
});
