import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderText } from "../../src/report/render-text.ts";
import { writeDecision } from "../../src/report/write-decision.ts";
import {
  decideLoaded,
  incidentFolders,
  loadSources,
  readIncident,
} from "../support/incident-folder.ts";
import { projectDecision } from "../support/project-decision.ts";
import { fixtures } from "../support/run-cli.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// A folder is a case; what it must come to stands in fixtures/golden. `npx vitest run test/incidents -u` rewrites
// those files; review the diff like code. With CI=true a missing file fails instead of being written.

const policies = shippedPolicies();
const golden = join(fixtures, "golden");

/** Whole bytes for one decision of each incident; the others as what matters of them. */
const wholeBytes = ["stalled-gate/held", "reboot-storm/after-update"];

describe("golden decisions", () => {
  it("covers every incident", () => {
    expect(incidentFolders()).toHaveLength(14);
  });

  it.each(incidentFolders())("%s", async (folder) => {
    const decision = decideLoaded(policies, loadSources(readIncident(folder)));
    await expect(projectDecision(decision)).toMatchFileSnapshot(
      join(golden, `${folder}.decision.txt`),
    );
    await expect(renderText(decision, { width: 100, color: false })).toMatchFileSnapshot(
      join(golden, `${folder}.report.txt`),
    );
    if (!wholeBytes.includes(folder)) return;
    await expect(writeDecision(decision)).toMatchFileSnapshot(
      join(golden, `${folder}.decision.json`),
    );
  });
});
