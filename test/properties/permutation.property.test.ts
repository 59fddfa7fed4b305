import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { JsonValue } from "../../src/input/json-value.ts";
import type { SourceText } from "../../src/input/source-document.ts";
import { writeDecision } from "../../src/report/write-decision.ts";
import { parseSnapshot } from "../../src/snapshot/parse-snapshot.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { collections } from "../../src/testing/arbitraries/collections.ts";
import { worlds } from "../../src/testing/arbitraries/worlds.ts";
import { observeWorld } from "../../src/testing/world/observe/observe-world.ts";
import { profileOfWorld } from "../../src/testing/world/observe/profile-of-worlds.ts";
import { parseTimestamp, Timestamp } from "../../src/time/time.ts";
import {
  decideLoaded,
  incidentFolders,
  loadSources,
  readIncident,
} from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// Law 6: permuting input changes no byte; an edit outside what was read, or time before `until`, changes no result.

const policies = shippedPolicies();

/** Draws a new order for every object's keys and, on the way down, for lists whose order means nothing. */
function shuffled(
  value: JsonValue,
  draw: (max: number) => number,
  isFreeList: (items: readonly JsonValue[]) => boolean,
): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, draw, isFreeList));
    return isFreeList(value) ? reorder(items, draw) : items;
  }
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(
    ([key, each]) => [key, shuffled(each, draw, isFreeList)] as const,
  );
  return Object.fromEntries(reorder(entries, draw));
}

function reorder<T>(items: readonly T[], draw: (max: number) => number): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  while (rest.length > 0) drawn.push(...rest.splice(draw(rest.length - 1), 1));
  return drawn;
}

function drawFrom(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % (max + 1);
  };
}

/** Files under other names (paths inside the Git checkout are data and stay), in another order, with lists shuffled. */
function scramble(sources: readonly SourceText[], seed: number): readonly SourceText[] {
  const draw = drawFrom(seed);
  const isObjectList = (items: readonly JsonValue[]): boolean =>
    items.every((item) => item !== null && typeof item === "object" && "metadata" in item);
  const renamed = sources.map(({ file, text }, index) => {
    if (file.startsWith("git/")) return { file, text };
    const extension = file.slice(file.lastIndexOf("."));
    if (extension !== ".json") return { file: `renamed/${draw(999)}-${index}${extension}`, text };
    const value = JSON.parse(text) as JsonValue;
    return {
      file: `${draw(999)}-${index}.json`,
      text: JSON.stringify(shuffled(value, draw, isObjectList)),
    };
  });
  return reorder(renamed, draw);
}

describe("law 6: order and names", () => {
  it("has every incident to try it on", () => {
    expect(incidentFolders()).toHaveLength(14);
  });

  it.each(incidentFolders())(
    "%s: renamed, shuffled, with another key: the same bytes",
    (folder) => {
      const sources = readIncident(folder);
      const expected = writeDecision(decideLoaded(policies, loadSources(sources)));
      fc.assert(
        fc.property(fc.nat(), fc.integer({ min: 0, max: 255 }), (seed, keyByte) => {
          const again = decideLoaded(policies, loadSources(scramble(sources, seed), keyByte));
          expect(writeDecision(again)).toBe(expected);
        }),
        { numRuns: 4 },
      );
    },
  );

  it("holds for generated worlds: a snapshot in any order of keys and entries decides the same, byte for byte", () => {
    fc.assert(
      fc.property(worlds(), collections(), fc.nat(), (world, collected, seed) => {
        const snapshot = observeWorld(world, collected);
        const profile = profileOfWorld(world, collected.named);
        const expected = writeDecision(evaluate(policies, canonical(snapshot), profile));
        const draw = drawFrom(seed);
        const isFree = (items: readonly JsonValue[]): boolean =>
          items.every(
            (item) =>
              item !== null &&
              typeof item === "object" &&
              ("part" in item || "complete" in item || "credentialRevision" in item),
          );
        const text = JSON.stringify(
          shuffled(JSON.parse(writeSnapshot(snapshot)) as JsonValue, draw, isFree),
        );
        const parsed = parseSnapshot(text, "shuffled.json");
        if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
        expect(writeDecision(evaluate(policies, parsed.value, profile))).toBe(expected);
      }),
    );
  });
});

function canonical(snapshot: Snapshot): Snapshot {
  const parsed = parseSnapshot(writeSnapshot(snapshot), "snapshot.json");
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

describe("law 6: what was not read", () => {
  it("an object, an annotation and a file that nothing reads change no byte", () => {
    fc.assert(
      fc.property(worlds(), collections(), fc.string(), (world, collected, noise) => {
        const snapshot = observeWorld(world, collected);
        const profile = profileOfWorld(world, collected.named);
        const metadata = {
          name: "noise",
          namespace: "default",
          uid: "uid-noise",
          annotations: { "noise.example/a": noise },
        };
        const noisy: Snapshot = {
          ...snapshot,
          objects: {
            ...annotated(snapshot, noise),
            "v1/ConfigMap/default/noise": { apiVersion: "v1", kind: "ConfigMap", metadata },
          },
          git: {
            files: { ...snapshot.git?.files, "unrelated/file.yaml": { values: { "/a": noise } } },
          },
        };
        expect(writeDecision(evaluate(policies, noisy, profile))).toBe(
          writeDecision(evaluate(policies, snapshot, profile)),
        );
      }),
    );
  });

  function annotated(snapshot: Snapshot, noise: string): Snapshot["objects"] {
    return Object.fromEntries(
      Object.entries(snapshot.objects).map(([key, object]) => {
        const annotations = { ...object.metadata.annotations, "noise.example/a": noise };
        return [key, { ...object, metadata: { ...object.metadata, annotations } }];
      }),
    );
  }
});

describe("law 6: time", () => {
  const withoutTimes = ({ evaluatedAt: _, until: __, ...rest }: ReturnType<typeof evaluate>) =>
    JSON.stringify(rest);

  it.each(incidentFolders())("%s: nothing changes before `until`", (folder) => {
    const { snapshot, profile } = loadSources(readIncident(folder));
    const first = evaluate(policies, snapshot, profile);
    const start = parseTimestamp(first.evaluatedAt)?.seconds ?? 0;
    // Without `until` nothing may ever change: a year is tried.
    const end =
      first.until === undefined
        ? start + 366 * 86_400
        : (parseTimestamp(first.until)?.seconds ?? 0);
    expect(end).toBeGreaterThan(start);
    fc.assert(
      fc.property(fc.integer({ min: start, max: end - 1 }), (seconds) => {
        const later = evaluate(policies, snapshot, profile, {
          evaluatedAt: new Timestamp(seconds, 999_999_999),
        });
        expect(withoutTimes(later)).toBe(withoutTimes(first));
      }),
      { numRuns: 8, examples: [[end - 1]] },
    );
  });
});
