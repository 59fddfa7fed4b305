import fc from "fast-check";
import { expect, it } from "vitest";
import type { StepRecord } from "../../../src/snapshot/snapshot.ts";
import { seedRevisions, stepOf } from "../facts/fleet/cilium-fleet.ts";
import { counts, names, now, type RolloutCase, rollout } from "./small-fleet.ts";

// Whoever does what the plan says comes to its end, and never runs a second unverified node meanwhile, whatever a
// reboot adopts in between.

type Name = (typeof names)[number];

interface Running {
  readonly hash: string;
  readonly createdAt: string;
}

const hashes = seedRevisions.map(({ hash }) => hash);
const start = fc.tuple(...names.map(() => fc.constantFrom(...hashes)));
/** After which steps which node is rebooted. */
const reboots = fc.uniqueArray(
  fc.record({ after: fc.integer({ min: 0, max: 6 }), node: fc.constantFrom(...names) }),
  { maxLength: 3, selector: ({ after }) => after },
);

it("comes to its end, one unverified node at a time", () => {
  fc.assert(
    fc.property(start, reboots, (hashesAtStart, events) => {
      let clock = Date.parse("2026-08-06T02:00:00Z");
      const tick = (): string => {
        clock += 60_000;
        return new Date(clock).toISOString().replace(".000", "");
      };
      const running = new Map<Name, Running>(
        names.map((name, at) => [name, { hash: hashesAtStart[at] ?? "", createdAt: tick() }]),
      );
      const steps: StepRecord[] = [];
      const caseNow = (): RolloutCase => ({
        runs: Object.fromEntries(running),
        steps,
        status: {
          ...counts,
          updatedNumberScheduled: [...running.values()].filter(({ hash }) => hash === now).length,
        },
      });
      for (let round = 0; ; round += 1) {
        expect(round).toBeLessThan(2 * names.length + events.length + 1);
        const plan = rollout(caseNow());
        if (plan.standing === "complete") break;
        const [next] = plan.steps;
        expect(next?.unmet).toEqual([]);
        const name = next?.node as Name;
        if (next?.action === "step-agent") {
          const unverified = plan.steps.filter(({ action }) => action === "verify");
          expect(unverified).toEqual([]);
          running.set(name, { hash: now, createdAt: tick() });
        } else steps.push(stepOf(name, now, { at: tick() }));
        const event = events.find(({ after }) => after === round);
        if (event !== undefined) running.set(event.node, { hash: now, createdAt: tick() });
      }
      expect(new Set([...running.values()].map(({ hash }) => hash))).toEqual(new Set([now]));
    }),
    { numRuns: 40 },
  );
});
