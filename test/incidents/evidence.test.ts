import { describe, expect, it } from "vitest";
import type { Decision, Evidence } from "../../src/engine/decision.ts";
import { asJson } from "../../src/input/as-json.ts";
import { parsePointer, valueAt } from "../../src/input/json-pointer.ts";
import type { JsonValue } from "../../src/input/json-value.ts";
import {
  decideLoaded,
  incidentFolders,
  loadSources,
  readIncident,
} from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// Whoever doubts a decision follows its pointers into the snapshot: there must be something, and it must say the same.

const policies = shippedPolicies();

function evidenceOf({ gates, nodes, findings }: Decision): readonly Evidence[] {
  return [...gates, ...nodes, ...findings].flatMap(({ evidence }) => evidence);
}

function isScalar(value: JsonValue | undefined): boolean {
  return value === null || typeof value !== "object";
}

describe("evidence", () => {
  it.each(incidentFolders())("%s: every pointer leads to what was seen", (folder) => {
    const loaded = loadSources(readIncident(folder));
    const evidence = evidenceOf(decideLoaded(policies, loaded));
    expect(evidence.length).toBeGreaterThan(0);
    for (const { pointer, value } of evidence) {
      const path = parsePointer(pointer);
      const there = path === undefined ? undefined : valueAt(asJson(loaded.snapshot), path);
      // What is absent is evidence as well (an omitted counter is 0); then nothing may be there.
      if (value === null) expect(there ?? null, pointer).toBeNull();
      // Of fingerprints and whole records only what came of them is told.
      else if (isScalar(there)) expect(there, pointer).toBe(value);
      else expect(there, pointer).toBeDefined();
    }
  });
});
