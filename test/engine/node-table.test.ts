import { describe, expect, it } from "vitest";
import type { NodeDecision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { CredentialEntry } from "../../src/generated/snapshot-types.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import {
  configured,
  configuredAfterStart,
  configWrittenAt,
  createDraft,
  type Edit,
  firstDeclared,
  inconsistentEntry,
  markerBoundTo,
  markerOf,
  noMarker,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  otherRevision,
  ownedByTalos,
  revisionKey,
  talosNotCollected,
  talosVersion,
} from "./facts/node/fleet.ts";

// The rows of the node table, in their order: for each a node to which it applies, and one beside it.

interface Row {
  readonly is: string;
  readonly edits: readonly Edit[];
  readonly params?: readonly ParamSetting[];
  readonly why: string;
}

/** `reason: what is to be done` of the worker after the edits, by the shipped policies. */
function decided(edits: readonly Edit[], params: readonly ParamSetting[] = []): string {
  const { reason, action, obligations, blocked } = workerAfter(edits, params);
  const done = obligations.length === 0 ? action : obligations.join(" ");
  return `${reason}: ${blocked ?? done}`;
}

function workerAfter(edits: readonly Edit[], params: readonly ParamSetting[] = []): NodeDecision {
  const draft = createDraft();
  for (const edit of edits) edit(draft);
  const { nodes } = evaluate(shippedPolicies(params), draft.snapshot, draft.profile);
  const worker = nodes.find(({ name }) => name === "worker-1");
  if (worker === undefined) throw new Error("the worker was not judged");
  return worker;
}

const tainted = (key: string): Edit => {
  return ({ worker }) => {
    worker.spec = { taints: [{ key, effect: "NoSchedule" }] };
  };
};
const restarting = talosVersion("v1.14.0");
const ownedBy = (owner: string): Edit => {
  return ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.annotations = { "example.dev/owner": owner };
  };
};
/** Neither the config nor the Node has a proof. */
const lost: Edit = (draft) => {
  noMarker(draft);
  draft.documents[0] = { kind: "v1alpha1", digests: {} };
};
const noImageDesired: Edit = ({ credential }) => {
  delete credential.image;
};
const declares = (...entries: CredentialEntry[]): Edit => {
  return ({ declared }) => {
    declared.entries = entries;
  };
};
const otherImage: Edit = ({ snapshot }) => {
  snapshot.git = { files: { "release.yaml": { values: { "/spec/version": "1.3.0" } } } };
};
/** Rotated: another credential is configured and loaded than the declared one. */
const rotated: readonly Edit[] = [lost, configured("b")];

/** The config was patched, and the runtime is older than the credential. */
const patchedOnly: readonly Edit[] = [
  lost,
  configuredAfterStart,
  otherDeclaredAt("2026-06-01T00:00:00Z"),
  firstDeclared("2026-08-04T00:00:00Z"),
];
/** Git is back at the credential of July 1st, and the Node shows the marker of one of July 15th. */
const regressed: readonly Edit[] = [
  lost,
  otherDeclaredAt("2026-07-15T00:00:00Z"),
  markerOf(otherRevision),
];

function rows(title: string, table: readonly Row[]): void {
  it.each(table)(`${title}: $is when $why`, ({ edits, params = [], is }) => {
    expect(decided(edits, params)).toBe(is);
  });
}

describe("the node table", () => {
  rows("row 1, InventoryInvalid", [
    {
      is: "InventoryInvalid: refused",
      edits: [
        ({ snapshot }) => {
          const node = snapshot.objects["v1/Node//control-1"];
          if (node !== undefined) node.metadata.uid = "uid-1";
        },
      ],
      why: "another node has its uid",
    },
    { is: "ProofCurrent: none", edits: [], why: "uids differ" },
  ]);

  rows("row 2, ResidualOwnership", [
    { is: "ResidualOwnership: refused", edits: [ownedBy("run-7")], why: "another node is held" },
    { is: "ProofCurrent: none", edits: [ownedBy("")], why: "an empty owner is none" },
  ]);

  rows("row 3, CredentialInvalid", [
    {
      is: "CredentialInvalid: refused",
      edits: [declares(inconsistentEntry)],
      why: "consumers would not agree on it",
    },
    {
      is: "CredentialInvalid: refused",
      edits: [declares()],
      why: "it is missing",
    },
    {
      is: "ProofCurrent: none",
      edits: [
        ({ credential, declared }) => {
          delete credential.declared.secret;
          delete declared.entries;
        },
        talosNotCollected,
      ],
      why: "its content is not collected",
    },
  ]);

  rows("row 4, CredentialRegressed", [
    {
      is: "CredentialRegressed: refused",
      edits: regressed,
      why: "a marker names a credential that was declared later",
    },
    {
      is: "CredentialRegressed: refused",
      edits: [...regressed, tainted("ToBeDeletedByClusterAutoscaler")],
      why: "a node that leaves is no exception",
    },
    {
      is: "ImageUnproven: verify reassert",
      edits: regressed,
      params: [{ name: "allowRegression", value: "true" }],
      why: "a param lets the revert through, and the row below decides",
    },
    {
      is: "ImageUnproven: verify reassert",
      edits: [lost, otherDeclaredAt("2026-06-01T00:00:00Z"), markerOf(otherRevision)],
      why: "the marker names an older one",
    },
  ]);

  rows("row 5, NodeLeaving", [
    {
      is: "NodeLeaving: none",
      edits: [...rotated, tainted("ToBeDeletedByClusterAutoscaler")],
      why: "the autoscaler has committed itself, though the credential changed",
    },
    {
      is: "CredentialChanged: patch reboot verify reassert",
      edits: [...rotated, tainted("DeletionCandidateOfClusterAutoscaler")],
      why: "it merely is a candidate",
    },
  ]);

  rows("row 7, AwaitingPropagation", [
    {
      is: "AwaitingPropagation: wait",
      edits: [noMarker, configWrittenAt("2026-08-06T11:50:01Z")],
      why: "a second is missing to the deadline",
    },
    {
      is: "AwaitingPropagation: wait",
      edits: [noMarker, configWrittenAt("2026-08-06T11:00:00Z")],
      params: [{ name: "propagationDeadlineMinutes", value: "61" }],
      why: "the deadline is later by param",
    },
    { is: "ProofCurrent: none", edits: [], why: "the proof has arrived" },
    { is: "ImageUnproven: verify reassert", edits: [lost], why: "the config has none either" },
  ]);

  rows("row 7, NodeApplyFailing", [
    {
      is: "NodeApplyFailing: refused",
      edits: [noMarker, configWrittenAt("2026-08-06T11:50:00Z")],
      why: "the deadline is reached",
    },
    {
      is: "Undecided: unknown",
      edits: [noMarker],
      why: "it is not known when the config was written",
    },
    {
      is: "NodeApplyFailing: refused",
      edits: [noMarker, configured("b"), configWrittenAt("2026-08-06T11:00:00Z")],
      why: "the credential changed as well: no proof would arrive after the reboot",
    },
  ]);

  rows("row 7, ForeignWriter", [
    {
      is: "ForeignWriter: refused",
      edits: [markerOf(otherRevision)],
      why: "the Node shows a value that Talos did not write",
    },
    {
      is: "MarkerLost: reassert",
      edits: [markerOf(otherRevision), ownedByTalos(revisionKey), noImageDesired],
      why: "Talos wrote it, and overwrites it",
    },
  ]);

  rows("row 8, ProofCurrent", [
    { is: "ProofCurrent: none", edits: [], why: "all is as it should be" },
    { is: "ProofCurrent: none", edits: [talosNotCollected], why: "Talos is not asked" },
    { is: "ImageUnproven: verify reassert", edits: [otherImage], why: "another image is desired" },
  ]);

  rows("row 9, ConfigDrifted", [
    {
      is: "ConfigDrifted: patch",
      edits: [configured(), markerBoundTo("boot-1"), configuredAfterStart],
      why: "the config lost the credential that is loaded",
    },
    {
      is: "ConfigDrifted: patch verify reassert",
      edits: [configured("b"), markerBoundTo("boot-1"), configuredAfterStart, otherImage],
      why: "another image is desired as well",
    },
    {
      is: "ProofCurrent: none",
      edits: [markerBoundTo("boot-1"), configuredAfterStart],
      why: "the config is the declared one",
    },
  ]);

  rows("row 10, MarkerLost", [
    {
      is: "MarkerLost: reassert",
      edits: [lost, noImageDesired],
      why: "the runtime started with the declared credential, and the proof is gone",
    },
    { is: "ProofCurrent: none", edits: [], why: "the proof is there" },
  ]);

  rows("row 11, ImageUnproven", [
    { is: "ImageUnproven: verify reassert", edits: [lost], why: "nothing proves the image" },
    { is: "ProofCurrent: none", edits: [], why: "the proof names the desired image" },
  ]);

  rows("row 12, CredentialChanged by a reboot", [
    {
      is: "CredentialChanged: patch reboot verify reassert",
      edits: rotated,
      why: "another one is loaded and Talos is 1.13",
    },
    {
      is: "CredentialChanged: patch reboot verify reassert",
      edits: [...rotated, talosVersion("v1.14.0-alpha.1")],
      why: "before 1.14.0-beta.0 as well",
    },
    { is: "Undecided: unknown", edits: [...rotated, talosVersion("x")], why: "Talos is unknown" },
    {
      is: "CredentialChanged: reboot verify reassert",
      edits: patchedOnly,
      why: "the config has it, active and on disk: nothing is left to patch",
    },
    {
      is: "CredentialChanged: patch reboot verify reassert",
      edits: [
        ...patchedOnly,
        ({ talos }) => {
          delete talos.machineConfig?.persistent;
        },
      ],
      why: "what the boot would start from was not read",
    },
    {
      is: "CredentialChanged: patch reboot verify reassert",
      edits: [
        ...patchedOnly,
        ({ talos }) => {
          if (talos.machineConfig !== undefined) talos.machineConfig.persistent = { documents: [] };
        },
      ],
      why: "the config is only being tried: the boot would take it back",
    },
  ]);

  rows("row 13, CredentialChanged by a restart", [
    {
      is: "CredentialChanged: patch restart verify reassert",
      edits: [...rotated, talosVersion("v1.14.0-beta.0")],
      why: "from 1.14.0-beta.0 on the runtime restarts by itself",
    },
    {
      is: "ImageUnproven: verify reassert",
      edits: [lost, talosVersion("v1.14.0-beta.0")],
      why: "the declared one is loaded",
    },
    {
      is: "CredentialChanged: patch restart verify reassert",
      edits: [...patchedOnly, configured("b"), restarting],
      why: "the config has another one: the patch changes it, however long ago it last changed",
    },
    {
      is: "CredentialChanged: restart verify reassert",
      edits: [...patchedOnly, restarting],
      why: "the config has it already, so nothing is patched",
    },
  ]);

  rows("whenUnknown", [
    {
      is: "LoadUnproven: verify reassert",
      edits: [lost, noTimes, noOtherDeclared],
      why: "no other credential could answer",
    },
    {
      is: "LoadUnproven: verify reassert",
      edits: [
        lost,
        noTimes,
        noOtherDeclared,
        ({ talos }) => {
          delete talos.machineConfig?.persistent;
        },
      ],
      why: "the active config has it: a pull starts from no other, so what is on disk is not asked",
    },
    {
      is: "Undecided: unknown",
      edits: [lost, noTimes, otherDeclaredAt("2026-06-01T00:00:00Z")],
      why: "another one could",
    },
    {
      is: "LoadUnproven: verify",
      edits: [lost, noTimes, otherDeclaredAt("2026-06-01T00:00:00Z")],
      params: [{ name: "whenUnproven", value: "verify" }],
      why: "a param asks for a look, and nothing is written down",
    },
    {
      is: "LoadUnproven: reboot verify reassert",
      edits: [lost, noTimes, otherDeclaredAt("2026-06-01T00:00:00Z")],
      params: [{ name: "whenUnproven", value: "reboot" }],
      why: "a param asks for it",
    },
  ]);
});

describe("a node whose proof is on its way", () => {
  it("names the annotations, since when, and what is to be done", () => {
    const waiting = workerAfter([noMarker, configWrittenAt("2026-08-06T11:55:30Z")]);
    expect(waiting.message).toBe(
      "example.dev/verified-revision, example.dev/verified-image: in the config for 4 minutes, and about to be written to the Node",
    );
    expect(waiting.wanted).toBe("verify");
  });
});
