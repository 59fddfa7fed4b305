import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import {
  configured,
  configuredAfterStart,
  createDraft,
  type Edit,
  firstDeclared,
  noMarker,
  otherDeclaredAt,
  registryConfigChangedAt,
  talosVersion,
} from "./facts/node/fleet.ts";

/** The config was patched, and the runtime is older than the credential. No proof is configured. */
const patchedOnly: readonly Edit[] = [
  noMarker,
  ({ documents }) => {
    documents[0] = { kind: "v1alpha1", digests: {} };
  },
  configuredAfterStart,
  otherDeclaredAt("2026-06-01T00:00:00Z"),
  firstDeclared("2026-08-04T00:00:00Z"),
];

describe("a restart that Talos was to do by itself", () => {
  const patched = [...patchedOnly, talosVersion("v1.14.0")];
  const unread: Edit = ({ talos }) => {
    delete talos.registryConfigUpdatedAt;
  };
  it.each<{
    outcome: string;
    reboot: string;
    edits: readonly Edit[];
    params?: readonly ParamSetting[];
    why: string;
  }>([
    {
      outcome: "fail",
      reboot: "deny",
      edits: [...patched, registryConfigChangedAt("2026-08-06T11:50:00Z")],
      why: "its config has the declared one for ten minutes: nothing is left that would cause it",
    },
    {
      outcome: "pass",
      reboot: "allow",
      edits: [...patched, registryConfigChangedAt("2026-08-06T11:50:01Z")],
      why: "its config has it for less: the restart is on its way",
    },
    {
      outcome: "pass",
      reboot: "allow",
      edits: [...patched, registryConfigChangedAt("2026-08-06T11:50:00Z")],
      params: [{ name: "restartDeadlineMinutes", value: "11" }],
      why: "a param gives Talos longer",
    },
    {
      outcome: "unknown",
      reboot: "indeterminate",
      edits: [...patched, unread],
      why: "it was not read how long its config has it",
    },
    {
      outcome: "pass",
      reboot: "allow",
      edits: [...patched, configured("b")],
      why: "its config has another one: the patch causes it",
    },
    {
      outcome: "pass",
      reboot: "allow",
      edits: patchedOnly,
      why: "this Talos restarts nothing by itself, so the node is rebooted",
    },
  ])(
    "is told as overdue: $outcome, reboot: $reboot, when $why",
    ({ edits, params, ...expected }) => {
      const draft = createDraft();
      delete draft.snapshot.objects["v1/Node//control-1"];
      draft.snapshot.coverage.push({ kind: "v1/Pod", complete: true });
      for (const edit of edits) edit(draft);
      const { findings, verdicts } = evaluate(
        shippedPolicies(params),
        draft.snapshot,
        draft.profile,
        {},
      );
      const found = findings.find(({ reason }) => reason === "RestartOverdue");
      expect({ outcome: found?.outcome ?? "pass", reboot: verdicts.reboot }).toEqual({
        outcome: expected.outcome,
        reboot: expected.reboot,
      });
    },
  );
});
