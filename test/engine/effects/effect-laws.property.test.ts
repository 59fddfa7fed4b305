import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareEffects, EFFECTS, highestEffect } from "../../../src/engine/effects/effect.ts";
import {
  CHANGE_KINDS,
  type ConfigChange,
  createEffectTable,
  type EffectEntryDocument,
  type EffectTable,
  effectOf,
} from "../../../src/engine/effects/effect-table.ts";
import { compareTalosVersions } from "../../../src/engine/effects/talos-version.ts";
import { shippedEffectTable } from "../../../src/generated/shipped-effects.ts";
import { version } from "./tables.ts";

const versions = ["v1.13.8", "v1.14.0-alpha.1", "v1.14.0-beta.0", "v1.14.0", "v1.15.2"];
const anyVersion = fc.constantFrom(...versions).map(version);
const anyEffect = fc.constantFrom(...EFFECTS);
const keys = fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 3 });
const change: fc.Arbitrary<ConfigChange> = fc.record({
  document: fc.constantFrom("X", "Y"),
  path: keys,
  change: fc.constantFrom(...CHANGE_KINDS),
});
const entry: fc.Arbitrary<EffectEntryDocument> = fc.record(
  {
    document: fc.constantFrom("X", "Y"),
    path: fc
      .array(fc.constantFrom("a", "b", "*"), { maxLength: 3 })
      .map((path) => path.map((key) => `/${key}`).join("")),
    since: fc.constantFrom(...versions),
    changes: fc.constantFrom<NonNullable<EffectEntryDocument["changes"]>[]>(
      ["added"],
      ["removed", "changed"],
    ),
    effect: anyEffect,
  },
  { requiredKeys: ["document", "path", "effect"] },
);
/** Without entries that speak of the same, which no table that is read has. */
const entries = fc.uniqueArray(entry, {
  maxLength: 12,
  comparator: (a, b) =>
    a.document === b.document &&
    a.path === b.path &&
    a.since === b.since &&
    (a.changes === undefined || b.changes === undefined || a.changes[0] === b.changes[0]),
});

function tableOf(list: readonly EffectEntryDocument[]): EffectTable {
  return createEffectTable(documentOf([]), [documentOf(list)]);
}

function documentOf(list: readonly EffectEntryDocument[]): typeof shippedEffectTable {
  return {
    ...shippedEffectTable,
    spec: { entries: list as typeof shippedEffectTable.spec.entries },
  };
}

/** Another way to say what the table says: no order of entries, every rule asked by itself. */
function modelOf(list: readonly EffectEntryDocument[], of: ConfigChange, on: string): string {
  const at = version(on);
  const fitting = list.filter(({ document, path, since, changes = CHANGE_KINDS }) => {
    const pattern = path.split("/").slice(1);
    const leads =
      pattern.length <= of.path.length &&
      pattern.every((key, index) => key === "*" || of.path[index] === key);
    const speaks = since === undefined || compareTalosVersions(version(since), at) <= 0;
    const kinds: readonly string[] = changes;
    return document === of.document && leads && speaks && kinds.includes(of.change);
  });
  const longest = Math.max(...fitting.map(({ path }) => path.split("/").length));
  let left = fitting.filter(({ path }) => path.split("/").length === longest);
  for (let index = 1; index < longest; index++) {
    const literal = left.filter(({ path }) => path.split("/")[index] !== "*");
    if (literal.length > 0) left = literal;
  }
  const latest = left.reduce<EffectEntryDocument | undefined>((best, each) => {
    if (best?.since === undefined) return each;
    if (each.since === undefined) return best;
    return compareTalosVersions(version(each.since), version(best.since)) > 0 ? each : best;
  }, undefined);
  return latest?.effect ?? "unclassified";
}

describe("effects", () => {
  it("have one maximum, whatever the order, and none below any", () => {
    fc.assert(
      fc.property(fc.array(anyEffect), fc.array(anyEffect), (some, others) => {
        const all = highestEffect([...some, ...others]);
        expect(highestEffect([...others, ...some].reverse())).toBe(all);
        expect(highestEffect([highestEffect(some), highestEffect(others)])).toBe(all);
        expect([...some, ...others].every((each) => compareEffects(each, all) <= 0)).toBe(true);
        expect(all === "none" || [...some, ...others].includes(all)).toBe(true);
      }),
    );
    expect(EFFECTS.every((each) => compareEffects(each, "unclassified") <= 0)).toBe(true);
  });
});

describe("a table", () => {
  it("says what a slow and plain reading of its rules says", () => {
    let classified = 0;
    fc.assert(
      fc.property(entries, change, fc.constantFrom(...versions), (list, of, on) => {
        const effect = effectOf(tableOf(list), of, version(on));
        expect(effect).toBe(modelOf(list, of, on));
        if (effect !== "unclassified") classified += 1;
      }),
      { numRuns: 5000 },
    );
    expect(classified).toBeGreaterThan(500);
  });

  it("does not depend on the order of its entries", () => {
    fc.assert(
      fc.property(entries, change, anyVersion, (list, of, on) => {
        const table = tableOf(list);
        const turned = tableOf([...list].reverse());
        expect(effectOf(turned, of, on)).toBe(effectOf(table, of, on));
        expect(turned.digest).toBe(table.digest);
      }),
    );
  });

  it("never says none of what it does not name", () => {
    fc.assert(
      fc.property(entries, change, anyVersion, (list, of, on) => {
        const named = list.filter(({ document }) => document !== of.document);
        expect(effectOf(tableOf(named), of, on)).toBe("unclassified");
      }),
    );
    const shipped = createEffectTable(shippedEffectTable, []);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z]{1,12}$/), keys, anyVersion, (kind, path, on) => {
        const isNamed = shipped.entries.has(kind);
        fc.pre(!isNamed);
        const effect = effectOf(shipped, { document: kind, path, change: "changed" }, on);
        expect(effect).toBe("unclassified");
      }),
    );
  });

  it("says on any version what it says on one of its own", () => {
    fc.assert(
      fc.property(entries, change, fc.constantFrom(...versions), (list, of, on) => {
        const table = tableOf(list);
        const own = table.versions.map((each) => effectOf(table, of, each));
        expect(own).toContain(effectOf(table, of, version(on)));
      }),
    );
  });
});

describe("the shipped table", () => {
  const table = createEffectTable(shippedEffectTable, []);
  /** Places of which the table speaks, and one below each. */
  const places = shippedEffectTable.spec.entries.flatMap(({ document = "v1alpha1", path }) => {
    const at = path
      .split("/")
      .slice(1)
      .map((key) => (key === "*" ? "x" : key));
    return CHANGE_KINDS.flatMap((kind) =>
      [at, [...at, "y"]].map((each) => ({ document, path: each, change: kind })),
    );
  });
  const rank = (of: ConfigChange, on: string): number =>
    EFFECTS.indexOf(effectOf(table, of, version(on)));

  it("never calms down from 1.13 to 1.14 but for logins and kinds that 1.13 does not know", () => {
    const calmer = places.filter(
      (of) => rank(of, "v1.14.0") < rank(of, "v1.13.8") && of.document === "v1alpha1",
    );
    expect(calmer.length).toBeGreaterThan(0);
    for (const { path } of calmer)
      expect(path.slice(0, 5)).toEqual(["machine", "registries", "config", "x", "auth"]);
  });

  it("stays what it is from the first beta of 1.14 on", () => {
    for (const of of places) expect(rank(of, "v1.99.0")).toBe(rank(of, "v1.14.0-beta.0"));
  });
});
