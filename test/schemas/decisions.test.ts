import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import { INTENTS } from "../../src/engine/policy.ts";
import { writeDecision } from "../../src/report/write-decision.ts";
import { collections } from "../../src/testing/arbitraries/collections.ts";
import { worlds } from "../../src/testing/arbitraries/worlds.ts";
import { observeWorld } from "../../src/testing/world/observe/observe-world.ts";
import { profileOfWorld } from "../../src/testing/world/observe/profile-of-worlds.ts";
import {
  decideLoaded,
  incidentFolders,
  loadSources,
  readIncident,
} from "../support/incident-folder.ts";
import { fixtures } from "../support/run-cli.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schemas/decision.schema.json"), "utf8"),
);
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

function problemsOf(text: string): readonly string[] {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const policies = shippedPolicies();

describe("decisions fit their schema", () => {
  it.each(incidentFolders())("%s, for every intent", (folder) => {
    const loaded = loadSources(readIncident(folder));
    expect(problemsOf(writeDecision(decideLoaded(policies, loaded)))).toEqual([]);
    for (const intent of INTENTS) {
      const decision = evaluate(policies, loaded.snapshot, loaded.profile, { intent });
      expect(problemsOf(writeDecision(decision))).toEqual([]);
    }
  });

  const golden = readdirSync(join(fixtures, "golden"), {
    recursive: true,
    encoding: "utf8",
  }).filter((file) => file.endsWith(".decision.json"));

  it("covers golden files", () => {
    expect(golden.length).toBeGreaterThanOrEqual(2);
  });

  it.each(golden)("golden: %s", (file) => {
    expect(problemsOf(readFileSync(join(fixtures, "golden", file), "utf8"))).toEqual([]);
  });

  it("whatever the world, and however much of it was seen", () => {
    const param = fc.constantFrom("block", "verify", "reboot");
    fc.assert(
      fc.property(worlds(), collections(), param, (world, collected, whenUnproven) => {
        const decision = evaluate(
          shippedPolicies([{ name: "whenUnproven", value: whenUnproven }]),
          observeWorld(world, collected),
          profileOfWorld(world, collected.named),
        );
        expect(problemsOf(writeDecision(decision))).toEqual([]);
      }),
      { numRuns: 40, seed: 5 },
    );
  }, 60_000);
});

describe("the schema is strict", () => {
  const [folder = ""] = incidentFolders();
  const decision = decideLoaded(policies, loadSources(readIncident(folder)));

  it.each<{ why: string; change: (decision: Decision) => object }>([
    { why: "a key that it does not have", change: (each) => ({ ...each, extra: 1 }) },
    { why: "no verdict", change: ({ verdict: _, ...rest }) => rest },
    { why: "an intent that there is not", change: (each) => ({ ...each, intent: "destroy" }) },
    {
      why: "half a reboot",
      change: (each) => ({ ...each, disruption: { ...each.disruption, reboots: 0.5 } }),
    },
    { why: "a local time", change: (each) => ({ ...each, takenAt: "2026-08-06T17:20:00+02:00" }) },
    {
      why: "a key further down",
      change: (each) => ({
        ...each,
        nodes: each.nodes.map((node) => ({ ...node, extra: 1 })),
        gates: each.gates.map((gate) => ({ ...gate, extra: 1 })),
      }),
    },
  ])("about $why", ({ change }) => {
    expect(problemsOf(JSON.stringify(change(decision)))).not.toEqual([]);
  });

  it("everywhere: no object may hold keys that are not named, but the counts by rule", () => {
    const open: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
      const isObjectSchema = Reflect.get(value, "type") === "object";
      if (isObjectSchema && Reflect.get(value, "additionalProperties") !== false) open.push(path);
      for (const [key, child] of entries) visit(child, `${path}/${key}`);
    };
    visit(schema, "");
    expect(open).toEqual(["/definitions/counts/properties/rules"]);
  });
});
