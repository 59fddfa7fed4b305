import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/run-cli.ts";

const held = join(import.meta.dirname, "../../fixtures/incidents/stalled-gate/held");
const revision26 = "apps/v1/ControllerRevision/kube-system/cilium-";

interface Snapshot {
  takenAt: string;
  metadata: { cluster: string };
  objects: Record<string, { revision?: number }>;
}

/** A file with the held cluster as it was the day before, but for what is changed. */
async function dayBefore(change: (snapshot: Snapshot) => void = () => {}): Promise<string> {
  const { out } = await runCli("snapshot", "-f", held);
  const snapshot = JSON.parse(out) as Snapshot;
  snapshot.takenAt = "2026-08-05T12:00:00Z";
  for (const [key, object] of Object.entries(snapshot.objects)) {
    if (!key.startsWith(revision26)) continue;
    if (object.revision === 26) object.revision = 24;
    if (object.revision === 27) delete snapshot.objects[key];
  }
  change(snapshot);
  const file = join(mkdtempSync(join(tmpdir(), "earlier-")), "snapshot.json");
  writeFileSync(file, JSON.stringify(snapshot));
  return file;
}

describe("eval --earlier", () => {
  it("tells that what was revision 24 is now 26, and with what it was compared", async () => {
    const { out, exitCode } = await runCli("eval", "-f", held, "--earlier", await dayBefore());
    expect(exitCode).toBe(0);
    expect(out).toContain("compared with 2026-08-05 12:00 UTC");
    expect(out.replaceAll(/\s+/g, " ")).toMatch(
      /RevisionRenumbered: the same revisions have other numbers than before: cilium-\w+ 24 → 26/,
    );
  });

  it("says nothing of it where none is given", async () => {
    const { out } = await runCli("eval", "-f", held);
    expect(out).not.toContain("RevisionRenumbered");
    expect(out).not.toContain("compared with");
  });

  it("tells as JSON when the earlier one was read", async () => {
    const file = await dayBefore();
    const { out } = await runCli("eval", "-f", held, "--earlier", file, "-o", "json");
    expect(JSON.parse(out)).toMatchObject({ earlierTakenAt: "2026-08-05T12:00:00Z" });
  });

  it.each([
    {
      why: "it was read at the same time",
      change: (snapshot: Snapshot) => {
        snapshot.takenAt = "2026-08-06T17:20:00Z";
      },
      told: "was not read before the rest",
    },
    {
      why: "it is of another cluster",
      change: (snapshot: Snapshot) => {
        snapshot.metadata.cluster = "another";
        delete snapshot.objects["v1/Namespace//kube-system"];
      },
      told: "is of another cluster",
    },
  ])("is refused where $why", async ({ change, told }) => {
    const file = await dayBefore(change);
    const { error, exitCode } = await runCli("eval", "-f", held, "--earlier", file);
    expect(exitCode).toBe(2);
    expect(error).toContain(told);
  });

  it("is refused where it does not say when it was read", async () => {
    const { error, exitCode } = await runCli(
      "eval",
      "-f",
      held,
      "--earlier",
      join(held, "controllerrevisions.json"),
    );
    expect(exitCode).toBe(2);
    expect(error).toContain("does not say when it was read");
  });

  it("is refused where it cannot be read, with every mistake of the rest", async () => {
    const { error, exitCode } = await runCli("eval", "-f", held, "--earlier", "nowhere.json");
    expect(exitCode).toBe(2);
    expect(error).toContain("nowhere.json");
  });
});
