import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import { writeDecision } from "../../src/report/write-decision.ts";
import { applyEdits } from "../../src/simulate/edit.ts";
import { happen } from "../../src/simulate/happen.ts";
import { decideLoaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, outcomes, patchStep, seenAfter } from "../support/simulated.ts";

// Goal: simulations keep the laws of decisions. Method: stories of generated events on the incident's cluster; each law says how often its premise must hold.

const policies = shippedPolicies();
const stage = loadSources(readIncident("reboot-storm/stage"));
const names = Object.keys(stage.snapshot.talos ?? {});
const node = fc.constantFrom(...names);

const harmless = fc.oneof(
  fc.constantFrom(
    "cluster-update",
    "cluster-update=keep-annotations",
    "cluster-update=config-only",
    "reassert",
    "hand-off",
    "reencrypt",
    "advance=1h",
    "lose=proofs",
    "lose=git",
    "lose=talos",
    "lose=runtime-times",
  ),
  node.map((name) => `reboot=${name}`),
  node.map((name) => `restart-runtime=${name}`),
  node.map((name) => `cordon=${name}`),
  node.map((name) => `not-ready=${name}`),
  node.map((name) => `foreign-marker=${name}`),
  node.map((name) => `replace=${name}`),
  node.map((name) => `leave=${name}`),
  node.map((name) => `pull=${name}:pulled`),
);

/** Events that cannot happen where they stand are left out: a story goes on without them. */
function possible(events: readonly string[]): readonly string[] {
  let { snapshot } = stage;
  return events.filter((event) => {
    const next = happen({ ...stage, snapshot }, eventsOf(event));
    if (next.ok) snapshot = next.value;
    return next.ok;
  });
}

/** Events after which a node may well work with what is declared. */
const loads = /^(reboot|restart-runtime|replace|cluster-update)\b/;

const LAW_TIMEOUT_MS = 60_000;

describe("laws of simulations", { timeout: LAW_TIMEOUT_MS }, () => {
  it("1: while Git declares the same credential nothing that happens makes a node restart or reboot", () => {
    let told = 0;
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(harmless, { minLength: 1, maxLength: 6 }),
        (hands, events) => {
          const story = possible(hands ? ["hand-off", "cluster-update", ...events] : events);
          const { nodes } = decidedAfter(policies, stage, ...story);
          for (const { action, obligations } of nodes) {
            seen.add(action);
            expect(obligations).not.toContain("reboot");
            expect(obligations).not.toContain("restart");
          }
          if (story.length > 1) told += 1;
        },
      ),
    );
    expect(told).toBeGreaterThan(30);
    for (const action of ["none", "reassert", "verify", "blocked"])
      expect([...seen]).toContain(action);
  });

  it("2: after a rotation no node is left alone or only gets a proof before its runtime started anew", () => {
    let rebooting = 0;
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), (events) => {
        const story = possible(["rotate", ...events].filter((event) => !loads.test(event)));
        const { nodes } = decidedAfter(policies, stage, ...story);
        for (const { action, reason, obligations } of nodes) {
          if (reason === "NodeLeaving" || action === "blocked") continue;
          // The proof that `reassert` writes here is a lie, and nothing but a history would tell.
          if (story.includes("reassert")) continue;
          expect(obligations).toContain("reboot");
          rebooting += 1;
        }
      }),
    );
    expect(rebooting).toBeGreaterThan(30);
  });

  it("an event that touches nothing that is read moves no decision", () => {
    const before = outcomes(decideLoaded(policies, stage));
    for (const event of [
      "cluster-update=keep-annotations",
      "advance=10h",
      "reassert",
      "cordon=prod-worker-1",
    ]) {
      expect(outcomes(decidedAfter(policies, stage, event)), event).toEqual(before);
    }
  });

  it("a patch of a place that nothing reads changes no byte of the decision", () => {
    const bytes = writeDecision(decideLoaded(policies, stage));
    const label = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(node, label, fc.string(), (name, key, value) => {
        const path = `/objects/v1~1Node~1~1${name}/metadata/labels/unread.example~1${key}`;
        const patched = seenAfter(stage, [patchStep([{ op: "add", path, value }])]);
        expect(patched.objects).not.toEqual(stage.snapshot.objects);
        expect(writeDecision(evaluate(policies, patched, stage.profile))).toBe(bytes);
      }),
    );
  });

  it("what is cordoned and uncordoned, patched and patched back, is as before", () => {
    fc.assert(
      fc.property(node, (name) => {
        const path = `/talos/${name}`;
        const there = [
          { op: "copy", from: path, path: "/talos/elsewhere" },
          { op: "move", from: "/talos/elsewhere", path },
        ];
        const steps = [...eventsOf(`cordon=${name}`, `uncordon=${name}`), patchStep(there)];
        expect(seenAfter(stage, steps)).toEqual(stage.snapshot);
      }),
    );
  });

  it("events happen one after the other: a story is its parts", () => {
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 2, maxLength: 5 }), (events) => {
        const story = possible(events);
        const whole = seenAfter(stage, eventsOf(...story));
        const parts = story.reduce(
          (snapshot, event) => seenAfter({ ...stage, snapshot }, eventsOf(event)),
          stage.snapshot,
        );
        expect(whole).toEqual(parts);
      }),
      { numRuns: 30 },
    );
  });

  it("time only goes on, and no event writes a time that is yet to come", () => {
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1, maxLength: 6 }), (events) => {
        const story = possible(["rotate", ...events]);
        const after = seenAfter(stage, eventsOf(...story));
        expect(after.takenAt > stage.snapshot.takenAt).toBe(true);
        const times = JSON.stringify(after).match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g) ?? [];
        for (const time of times) expect(time <= after.takenAt).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe("edits", () => {
  it("share what they do not touch, and change nothing that is there", () => {
    const root = { a: { b: [1, { c: 2 }] }, d: { e: 1 } };
    const text = JSON.stringify(root);
    const after = applyEdits(root, [
      { at: ["a", "b", "1", "c"], value: 3 },
      { at: ["a", "x", "y"], value: 4 },
      { at: ["a", "b", "0"], value: 5 },
    ]);
    expect(after).toEqual({ a: { b: [5, { c: 3 }], x: { y: 4 } }, d: { e: 1 } });
    expect((after as typeof root).d).toBe(root.d);
    expect(JSON.stringify(root)).toBe(text);
  });

  it("take keys away, and write __proto__ as a key like any other", () => {
    const after = applyEdits({ a: 1, b: 2 }, [
      { at: ["a"], value: undefined },
      { at: ["gone"], value: undefined },
      { at: ["c", "__proto__"], value: { polluted: true } },
    ]);
    expect(JSON.stringify(after)).toBe('{"b":2,"c":{"__proto__":{"polluted":true}}}');
    expect({}).not.toHaveProperty("polluted");
  });
});
