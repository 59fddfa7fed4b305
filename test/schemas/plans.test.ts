import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { writePlan, writeWarrantCheck } from "../../src/report/write-plan.ts";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants } from "../../src/warrant/plan-warrants.ts";
import { incidentFolders, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// The schemas of plans and checks say what is written: each fixture's plan, and its warrants on every other fixture.

const policies = shippedPolicies();
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const schemas = join(import.meta.dirname, "../../schemas");
for (const name of ["decision", "warrant", "warrant-check", "plan"])
  ajv.addSchema(JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), "utf8")));

function errorsOf(name: string, text: string): unknown {
  const validate = ajv.getSchema(`https://fleetwarrant.dev/schemas/v1alpha1/${name}.schema.json`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

const loaded = incidentFolders().map((folder) => ({
  folder,
  ...loadSources(readIncident(folder)),
}));

describe("the schemas of plans and checks", () => {
  it.each(loaded)("fit the plan of $folder, and its warrants anywhere", ({ snapshot, profile }) => {
    const plan = planWarrants(policies, snapshot, profile, { holder: "run-1/1" });
    expect(errorsOf("plan", writePlan(plan))).toEqual([]);
    const [warrant] = plan.warrants;
    if (warrant === undefined) return;
    for (const other of loaded) {
      const check = checkWarrant(warrant, other.snapshot, policies, profile);
      expect(errorsOf("warrant-check", writeWarrantCheck(check))).toEqual([]);
    }
  });

  it("refuse what is none of these", () => {
    expect(errorsOf("warrant-check", '{"kind": "WarrantCheck"}')).not.toEqual([]);
    expect(errorsOf("plan", '{"kind": "Plan"}')).not.toEqual([]);
  });
});
