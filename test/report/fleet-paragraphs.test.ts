import { describe, expect, it } from "vitest";
import type { FleetAdoption, FleetNodeAdoption } from "../../src/engine/decision.ts";
import { fleetParagraphs } from "../../src/report/fleet-paragraphs.ts";
import { layOut } from "../../src/report/layout.ts";

function node(name: string, over: Partial<FleetNodeAdoption> = {}): FleetNodeAdoption {
  return {
    node: name,
    state: "stale",
    revision: "h19",
    behind: 1,
    podCreatedAt: "2026-07-28T04:41:12Z",
    ready: true,
    step: "none",
    ...over,
  };
}

const stepped = { state: "current", revision: "h27", behind: 0 } as const;

/** A pod is there for it, and nothing runs. */
function nothing(name: string, state: "pending" | "ended"): FleetNodeAdoption {
  return { node: name, state, podCreatedAt: "2026-07-28T04:41:12Z" };
}

function fleetOf(over: Partial<FleetAdoption> = {}): FleetAdoption {
  return {
    daemonSet: "kube-system/cilium",
    strategy: "OnDelete",
    desired: 5,
    current: 2,
    stale: 1,
    ready: 4,
    revision: "27 (cilium-h27)",
    behind: 1,
    reconciled: true,
    canaried: "verified",
    adopted: false,
    revisions: [
      {
        number: 19,
        name: "cilium-h19",
        hash: "h19",
        createdAt: "2026-07-25T22:59:29Z",
        nodes: 1,
        isWanted: false,
        changes: [],
      },
      {
        number: 27,
        name: "cilium-h27",
        hash: "h27",
        createdAt: "2026-08-05T20:45:20Z",
        nodes: 2,
        isWanted: true,
        changes: ["agent image 1 → 2"],
      },
    ],
    nodes: [
      node("a"),
      node("b", { ...stepped, step: "verified" }),
      node("c", { ...stepped, step: "failed", ready: false }),
      node("d", { state: "terminating", behind: 1 }),
      node("e", { state: "unknown", revision: "unheard" }),
      nothing("f", "pending"),
      nothing("g", "ended"),
    ],
    steps: [{ from: "19 (cilium-h19)", nodes: ["a"], delta: ["agent image 1 → 2"] }],
    undo: { revision: "19 (cilium-h19)", replacesPods: 2 },
    ...over,
  };
}

function shown(fleet: FleetAdoption, width = 100): string {
  return layOut(fleetParagraphs([fleet], width), { width, color: false });
}

describe("the adoption matrix", () => {
  it("is a table of nodes and revisions where it fits", () => {
    expect(shown(fleetOf())).toMatchInlineSnapshot(`
      "FLEETS
        BEHIND  kube-system/cilium (OnDelete)  2 of 5 nodes run 27 (cilium-h27), up to 1 revision behind
          reconciled: yes · canaried: yes · adopted: no
          node  pod since   19  27
          a     2026-07-28  #   .
          b     2026-07-28      #   step verified
          c     2026-07-28      #   not ready, step FAILED
          d     2026-07-28  #       terminating
          e     2026-07-28  ?   ?   not known
          f     2026-07-28          pod not bound
          g     2026-07-28          pod ended
          # runs  . not adopted yet
          27 of 2026-08-05 (wanted, runs on 2 nodes): agent image 1 → 2
          a step from 19 (cilium-h19), 1 node, changes at once:
            agent image 1 → 2
          setting the template back to 19 (cilium-h19): replaces 2 pods
      "
    `);
  });

  it("is told revision by revision on a terminal that is too narrow", () => {
    const long = fleetOf({ nodes: [node("a-node-with-a-name-that-is-long"), node("b", stepped)] });
    expect(shown(long, 40)).toMatchInlineSnapshot(`
      "FLEETS
        BEHIND  kube-system/cilium (OnDelete)
            2 of 5 nodes run 27 (cilium-h27),
            up to 1 revision behind
          reconciled: yes · canaried: yes ·
            adopted: no
          runs 19: 1 node:
            a-node-with-a-name-that-is-long
          runs 27: 1 node: b
          27 of 2026-08-05 (wanted, runs on 2
            nodes): agent image 1 → 2
          a step from 19 (cilium-h19), 1 node,
            changes at once:
            agent image 1 → 2
          setting the template back to 19
            (cilium-h19): replaces 2 pods
      "
    `);
  });

  it("fits exactly, and one column less does not", () => {
    const width = Math.max(
      ...shown(fleetOf())
        .split("\n")
        .filter((line) => /^ {4}[a-e] {5}/.test(line))
        .map((line) => line.length),
    );
    expect(width).toBeGreaterThan(40);
    expect(shown(fleetOf(), width)).toContain("pod since");
    expect(shown(fleetOf(), width - 1)).not.toContain("pod since");
  });

  it("of many nodes is told revision by revision", () => {
    const many = (count: number) =>
      fleetOf({ nodes: Array.from({ length: count }, (_, at) => node(`n-${at}`)) });
    expect(shown(many(24))).toContain("pod since");
    expect(shown(many(25))).toContain("runs 19: 25 nodes: n-0, n-1");
  });

  it("says everything without colour", () => {
    const fleets = [fleetOf()];
    const plain = layOut(fleetParagraphs(fleets, 100), { width: 100, color: false });
    const painted = layOut(fleetParagraphs(fleets, 100), { width: 100, color: true });
    expect(painted).not.toBe(plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that colours are made of
    expect(painted.replaceAll(/\u001b\[[0-9;]*m/g, "")).toBe(plain);
  });

  it("cuts a delta that fills the screen, and says so", () => {
    const delta = Array.from({ length: 14 }, (_, at) => `volume v${at} added`);
    const text = shown(fleetOf({ steps: [{ from: "19", nodes: ["a"], delta }] }));
    expect(text).toContain("volume v11 added");
    expect(text).not.toContain("volume v12 added");
    expect(text).toContain("and 2 more");
  });
});

describe("how a fleet stands", () => {
  it.each([
    { over: { adopted: true, stale: 0 }, lead: "ADOPTED" },
    { over: {}, lead: "BEHIND" },
    { over: { stale: 0 }, lead: "NOT ADOPTED" },
    { over: { stale: "unknown", adopted: "unknown" }, lead: "NOT KNOWN" },
  ] as const)("is $lead", ({ over, lead }) => {
    expect(shown(fleetOf(over)).split("\n")[1]).toMatch(new RegExp(`^ {2}${lead} {2}kube-system`));
  });

  it.each([
    { canaried: "void", told: "canaried: void" },
    { canaried: "failed", told: "canaried: it FAILED" },
    { canaried: "unknown", told: "canaried: not known" },
  ] as const)("tells $told", ({ canaried, told }) => {
    expect(shown(fleetOf({ canaried }))).toContain(told);
  });

  it("is nothing where the profile names no fleet", () => {
    expect(fleetParagraphs([], 100)).toEqual([]);
  });
});
