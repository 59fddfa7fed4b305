import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyFact, Fact } from "../../../../src/engine/facts/fact.ts";
import { createFactReader, createFactTable } from "../../../../src/engine/facts/fact-table.ts";
import { gatedFleetFacts } from "../../../../src/engine/facts/fleet/gated-fleet-facts.ts";
import { stepFacts } from "../../../../src/engine/facts/pipeline/step-facts.ts";
import type { GatedFleetSubject, StepSubject } from "../../../../src/engine/facts/subject.ts";
import type { JsonValue } from "../../../../src/input/json-value.ts";
import type { ValuePath } from "../../../../src/input/source-document.ts";
import type { Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { deriveAll } from "../derive.ts";
import { anyHiding, anySnapshot } from "./any-fleet.ts";
import { fleetOf } from "./cilium-fleet.ts";

const fleetTable = createFactTable(gatedFleetFacts);
const stepTable = createFactTable(stepFacts);

function stepOf(snapshot: Partial<Snapshot>): StepSubject {
  return { source: fleetOf(snapshot).source, stepId: "cluster_update" };
}

/** Every fact of the gate, its fleet and its step. */
function factsOf(snapshot: Partial<Snapshot>): ReadonlyMap<string, Fact<unknown>> {
  return new Map([
    ...deriveAll(fleetTable.facts, fleetOf(snapshot)),
    ...deriveAll(stepTable.facts, stepOf(snapshot)),
  ]);
}

/** Whether less is known in `less` than in `more`, and nothing else. */
function isPartOf(less: Fact<unknown>, more: Fact<unknown>): boolean {
  if (less.state !== "unknown") return JSON.stringify(less) === JSON.stringify(more);
  const { present = false, oneOf, atLeast = 0 } = less;
  if (more.state === "unknown") return atLeast <= (more.atLeast ?? 0);
  if (more.state === "absent") return !present && (oneOf?.includes(null) ?? true);
  if (typeof more.value === "number" && more.value < atLeast) return false;
  return oneOf?.includes(more.value) ?? true;
}

describe("facts about gates, fleets and steps", () => {
  it("stay as they are or become unknown with every further gap", () => {
    fc.assert(
      fc.property(anyHiding, ([whole, partial]) => {
        const more = factsOf(whole);
        for (const [name, less] of factsOf(partial)) {
          const before = more.get(name);
          if (before === undefined || !isPartOf(less, before)) {
            throw new Error(`${name}: ${JSON.stringify(before)} became ${JSON.stringify(less)}`);
          }
        }
      }),
    );
  });

  it("say of everything unknown why, and what would settle it", () => {
    fc.assert(
      fc.property(anyHiding, ([, partial]) => {
        for (const [name, fact] of factsOf(partial)) {
          if (fact.state !== "unknown") continue;
          expect(fact.reasons, name).not.toEqual([]);
          for (const { detail, cure = "" } of fact.reasons) {
            expect([detail.length > 0, cure.length > 0], name).toEqual([true, true]);
          }
        }
      }),
    );
  });

  it("are unknown only for reasons that they declare, and absent only if they may be", () => {
    const declared = new Map<string, AnyFact<never>>(
      [...gatedFleetFacts, ...stepFacts].map((fact) => [fact.name, fact]),
    );
    fc.assert(
      fc.property(anyHiding, ([, partial]) => {
        for (const [name, fact] of factsOf(partial)) {
          const declaration = declared.get(name);
          if (fact.state === "absent") expect(declaration?.mayBeAbsent, name).toBe(true);
          if (fact.state !== "unknown") continue;
          for (const { code } of fact.reasons) expect(declaration?.reasons, name).toContain(code);
        }
      }),
    );
  });

  it("do not depend on the order in which objects were read", () => {
    const shuffled = anySnapshot.chain((snapshot) => {
      const entries = Object.entries(snapshot.objects ?? {});
      return fc
        .shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })
        .map((objects): readonly Partial<Snapshot>[] => [
          snapshot,
          { ...snapshot, objects: Object.fromEntries(objects) },
        ]);
    });
    fc.assert(
      fc.property(shuffled, ([read = {}, reread = {}]) => {
        expect([...factsOf(reread)]).toEqual([...factsOf(read)]);
      }),
    );
  });

  it("tell as evidence what stands in the snapshot, and are the same when they tell it", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const subject: GatedFleetSubject = fleetOf(snapshot);
        const reader = createFactReader(fleetTable, subject, (_fact, path, seen) => {
          expect(seen, path.join(" ")).toEqual(standingAt(subject.source.snapshot, path) ?? null);
        });
        const quiet = deriveAll(gatedFleetFacts, subject);
        gatedFleetFacts.forEach(({ name }, slot) => {
          expect(reader.factAt(slot), name).toEqual(quiet.get(name));
        });
      }),
    );
  });
});

function standingAt(root: unknown, path: ValuePath): JsonValue | undefined {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    root,
  ) as JsonValue | undefined;
}
