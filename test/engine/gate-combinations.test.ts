import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { renderText } from "../../src/report/render-text.ts";
import { decideGateCase, type GateCase } from "../support/gate-cluster.ts";
import { agents, seedRevisions } from "./facts/fleet/cilium-fleet.ts";

// Declared in Git × OnDelete in the cluster × owned: what is told of each of the eight, and what it denies.

const [r19] = seedRevisions;
const stale: GateCase = {
  fleet: { pods: agents(9, r19?.hash ?? "") },
  status: { updatedNumberScheduled: 0 },
};

const about = /^(Gate|Ownership|Orphaned|Claim|Releases)/;

function told(decision: Decision): readonly string[] {
  return decision.findings
    .filter(({ reason, outcome }) => about.test(reason) && outcome === "fail")
    .map(({ reason, enforcement }) => `${enforcement} ${reason}`);
}

interface Row extends GateCase {
  readonly combination: string;
  readonly says: readonly string[];
  readonly deploy: string;
  readonly words: string;
}

const rows: readonly Row[] = [
  {
    ...{ declared: true, live: false, remembered: null, replicas: 1, at: "2026-07-26T08:00:00Z" },
    combination: "activating",
    says: ["audit GateActivating"],
    deploy: "allow",
    words: "ACTIVATING  declared in Git, not OnDelete in the cluster, nothing owned",
  },
  {
    ...{ declared: true, live: true, remembered: "1" },
    combination: "holding",
    says: [],
    deploy: "allow",
    words: "holding: declared in Git, OnDelete in the cluster, workload owned",
  },
  {
    ...{ declared: true, live: false, remembered: "1" },
    combination: "notApplied",
    says: ["warn GateNotApplied"],
    deploy: "allow",
    words: "NOT APPLIED  declared in Git, not OnDelete in the cluster, workload owned",
  },
  {
    ...{ declared: true, live: true, remembered: null, replicas: 1 },
    combination: "ownershipLost",
    says: ["warn OwnershipLost"],
    deploy: "allow",
    words: "OWNERSHIP LOST  declared in Git, OnDelete in the cluster, nothing owned",
  },
  {
    ...{ declared: true, live: true, remembered: null, replicas: 0 },
    combination: "ownershipLost",
    says: ["warn OwnershipLost", "deny ClaimAtZero"],
    deploy: "deny",
    words: "OWNERSHIP LOST  declared in Git, OnDelete in the cluster, nothing owned",
  },
  {
    ...{ declared: false, live: true, remembered: "1", ...stale },
    combination: "releasing",
    says: ["warn GateReleasing", "deny ReleasesStaleFleet"],
    deploy: "deny",
    words: "RELEASING  not declared in Git, OnDelete in the cluster, workload owned",
  },
  {
    ...{ declared: false, live: false, remembered: "1" },
    combination: "restoreInterrupted",
    says: ["warn OwnershipLeftBehind"],
    deploy: "allow",
    words: "RESTORE INTERRUPTED  not declared in Git, not OnDelete in the cluster, workload owned",
  },
  {
    ...{ declared: false, live: true, remembered: null, ...stale },
    combination: "orphaned",
    says: ["warn OrphanedOnDelete", "deny ReleasesStaleFleet"],
    deploy: "deny",
    words: "ORPHANED  not declared in Git, OnDelete in the cluster, nothing owned",
  },
  {
    ...{ declared: false, live: false, remembered: null, replicas: 1, ...stale },
    combination: "normal",
    says: [],
    deploy: "allow",
    words: "INACTIVE  cilium-homogeneous-devices",
  },
];

describe("the eight combinations", () => {
  it.each(rows)("$combination: $says, deploy $deploy", (row) => {
    const decision = decideGateCase(row);
    expect(decision.gates[0]?.combination).toBe(row.combination);
    expect(told(decision)).toEqual(row.says);
    expect(decision.verdicts.deploy).toBe(row.deploy);
    const text = renderText(decision, { width: 120, color: false });
    expect(text).toContain(row.words);
  });

  it("are eight", () => {
    expect(new Set(rows.map(({ combination }) => combination)).size).toBe(8);
  });

  it.each(rows.filter(({ declared, combination }) => !declared && combination !== "normal"))(
    "$combination is never calm, though every condition of the release is met",
    (row) => {
      const { fleet: _fleet, status: _status, ...current } = row;
      const decision = decideGateCase(current);
      expect(decision.gates[0]?.release).toBeDefined();
      expect(decision.findings.filter(({ enforcement }) => enforcement === "warn")).not.toEqual([]);
      const text = renderText(decision, { width: 120, color: false });
      expect(text.split("\n")[0]).toContain("1 warning");
    },
  );

  it("is not shown in the colour of calm either, where it is undeclared and stands", () => {
    const toneOf = (given: GateCase) => {
      const text = renderText(decideGateCase(given), { width: 120, color: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences themselves are what is looked at
      return /\u001b\[1;(\d+)mINACTIVE/.exec(text)?.[1];
    };
    const [yellow, green] = ["33", "32"];
    expect(toneOf({ declared: false, remembered: null })).toBe(yellow);
    expect(toneOf({ declared: false, live: false, remembered: null, replicas: 1 })).toBe(green);
  });

  it("an ownership record that cannot be read is not `not owned`: the deploy stays open", () => {
    const unread = { declared: false, live: false, objects: null, ...stale } as const;
    const decision = decideGateCase(unread);
    expect(decision.gates[0]?.combination).toBe("unknown");
    expect(decision.verdicts.deploy).toBe("indeterminate");
    expect(renderText(decision, { width: 120, color: false })).toContain("STANDING NOT KNOWN");
    const live = decideGateCase({ ...unread, live: true });
    expect(live.verdicts.deploy).toBe("deny");
  });
});

describe("the remembered count", () => {
  it.each([
    { remembered: "1", state: "valid", deploy: "allow", words: "to restore: 1" },
    { remembered: "08", state: "valid", deploy: "allow", words: "to restore: 08" },
    { remembered: "0", state: "zero", deploy: "deny", words: "0 (zero: cannot be restored)" },
    { remembered: "00", state: "zero", deploy: "deny", words: "00 (zero: cannot be restored)" },
    {
      remembered: "2147483648",
      state: "outOfRange",
      deploy: "deny",
      words: "2147483648 (beyond 32 bits: cannot be restored)",
    },
    {
      remembered: "18446744073709551617",
      state: "outOfRange",
      deploy: "deny",
      words: "18446744073709551617 (beyond 32 bits: cannot be restored)",
    },
    {
      remembered: "one",
      state: "malformed",
      deploy: "deny",
      words: "one (no count: cannot be restored)",
    },
  ])("$remembered is $state: a deploy that releases is $deploy", (row) => {
    const holding = decideGateCase({ remembered: row.remembered });
    expect(holding.gates[0]?.hold).toMatchObject({
      remembered: row.remembered,
      rememberedState: row.state,
    });
    expect(renderText(holding, { width: 160, color: false })).toContain(row.words);
    const isValid = row.state === "valid";
    for (const question of [holding.gates[0]?.release, holding.gates[0]?.rollback]) {
      expect(question?.unmet.includes("RememberedCountInvalid")).toBe(!isValid);
    }
    const releasing = decideGateCase({ declared: false, live: false, remembered: row.remembered });
    expect(releasing.verdicts.deploy).toBe(row.deploy);
  });
});
