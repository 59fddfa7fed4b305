import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decision.ts";
import { type Change, decideFleet, onDisk } from "./safe-fleet.ts";

// The first worker's step patches its config, then reboots it.

describe("ConfigOnDisk", () => {
  it.each<{ change: Change; unmet: object; verdict: Decision["verdict"]; why: string }>([
    {
      change: onDisk("worker-1", undefined),
      unmet: {
        because: "unknown",
        message: "not known what the next boot starts from: persistent machine config not read",
        meets: "talosctl -n prod-worker-1 get machineconfig -o yaml",
      },
      verdict: "indeterminate",
      why: "what the boot starts from was not read",
    },
    {
      change: onDisk("worker-1", "staged"),
      unmet: {
        because: "seen",
        message:
          "the config on disk, from which the next boot starts, differs from the active one: UdevRulesConfig",
        metBy: "prod-worker-1",
      },
      verdict: "allow",
      why: "something is staged there, and the patch of the same step writes over it",
    },
  ])("$verdict: $why", ({ change, unmet, verdict }) => {
    const decision = decideFleet(change);
    const [first, ...others] = decision.plan.steps;
    expect(first?.node).toBe("prod-worker-1");
    expect(first?.unmet).toMatchObject([{ guard: "ConfigOnDisk", ...unmet }]);
    expect(others.flatMap((step) => step.unmet)).toEqual([]);
    expect(decision.verdict).toBe(verdict);
  });
});
