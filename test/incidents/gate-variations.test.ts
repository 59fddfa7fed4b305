import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SourceText } from "../../src/input/source-document.ts";
import { readIncident } from "../support/incident-folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";
import { decideVaried, saidBy, type Variation } from "./vary.ts";

// The held gate with the HelmRelease that its tree renders to, as a file beside the others.

const [live] = readIncident("stalled-gate/held").filter(({ file }) => file === "helmrelease.json");
if (live === undefined) throw new Error("the fixture lost its HelmRelease");

type Release = {
  metadata: { name: string; namespace: string };
  spec: { chart: { spec: { version: string } }; values: Record<string, unknown> };
};

function rendered(change: (release: Release) => void = () => undefined): SourceText {
  const { apiVersion, kind, metadata, spec } = JSON.parse(live?.text ?? "") as Release & {
    apiVersion: string;
    kind: string;
  };
  const { name, namespace } = metadata;
  const release = { apiVersion, kind, metadata: { name, namespace }, spec };
  change(release);
  return { file: "rendered.json", text: JSON.stringify(release) };
}

const held = (...more: readonly SourceText[]): Variation => ({ folder: "stalled-gate/held", more });

/** The tree that releases the gate: its component holds nothing any more, and nothing is dated. */
const released = (...more: readonly SourceText[]): Variation => ({
  ...held(...more),
  files: ({ file, text }) =>
    file.includes("homogeneous-devices")
      ? text.replace("type: OnDelete", "type: RollingUpdate")
      : text.replace(/^ *# .*rollout-gate-activated.*\n/m, ""),
});

const withoutGate = rendered(({ spec: { values } }) => {
  Reflect.deleteProperty(values, "updateStrategy");
});
const withOtherChart = rendered(({ spec }) => {
  spec.chart.spec.version = "1.20.1";
});

describe("a release is compared with what the tree renders to", () => {
  it.each([
    { what: "nothing", more: [], unmet: ["FleetNotUpdated"], unknown: ["CandidateTemplate"] },
    { what: "the same", more: [rendered()], unmet: ["FleetNotUpdated"], unknown: [] },
    { what: "all but the gate", more: [withoutGate], unmet: ["FleetNotUpdated"], unknown: [] },
    {
      what: "another chart",
      more: [withOtherChart],
      unmet: ["CandidateTemplateDiffers", "FleetNotUpdated"],
      unknown: [],
    },
  ])("$what was rendered: unmet $unmet, unknown $unknown", ({ more, unmet, unknown }) => {
    const [gate] = decideVaried(held(...more)).gates;
    expect(gate?.release).toMatchObject({ allowed: false, unmet, unknown });
  });

  it.each([
    { what: "nothing", more: [], said: "ReleasesOtherTemplate (unknown)" },
    { what: "another chart", more: [withOtherChart], said: "ReleasesOtherTemplate (fail)" },
  ])("the tree that releases it, $what rendered: $said", ({ more, said }) => {
    const decision = decideVaried(released(...more));
    expect(decision.gates[0]).toMatchObject({ state: "inactive", combination: "releasing" });
    expect(decision.verdicts.deploy).toBe("deny");
    expect(saidBy(decision, /^rollout-gate-fleet$/)).toContain(said);
  });

  it("the tree that releases it, all but the gate rendered: the stale fleet alone denies", () => {
    const said = saidBy(decideVaried(released(withoutGate)), /^rollout-gate-fleet$/);
    expect(said.filter((reason) => reason.startsWith("Releases"))).toEqual([
      "ReleasesStaleFleet (fail)",
    ]);
  });
});

describe("a marker that was edited", () => {
  it("is told against the files of an earlier day", async () => {
    const now = join(fixtures, "incidents/stalled-gate/held");
    const earlier = mkdtempSync(join(tmpdir(), "earlier-"));
    cpSync(now, earlier, { recursive: true });
    const edit = (file: string, from: RegExp, to: string) => {
      const path = join(earlier, file);
      writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    };
    edit("manifest.yaml", /^takenAt: .*$/m, 'takenAt: "2026-07-30T10:00:00Z"');
    edit(
      "git/k8s/providers/hetzner/infrastructure/controllers/kustomization.yaml",
      /activated: 2026-07-26/,
      "activated: 2026-07-19",
    );
    const { out } = await runCli("eval", "-f", now, "--earlier", earlier);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "MarkerMovedLater: the marker said 2026-07-19, and says 2026-07-26 now",
    );
    const same = await runCli("eval", "-f", now, "--earlier", now);
    expect(same.out).not.toContain("MarkerMoved");
  });
});
