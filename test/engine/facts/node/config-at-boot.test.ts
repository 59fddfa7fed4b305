import { describe, expect, it } from "vitest";
import { configAtBoot } from "../../../../src/engine/facts/node/config-at-boot.ts";
import { configStaged } from "../../../../src/engine/facts/node/config-staged.ts";
import { configsStaged } from "../../../../src/engine/facts/node/configs-staged.ts";
import { configsStagedNodes } from "../../../../src/engine/facts/node/configs-staged-nodes.ts";
import { nodeConfig } from "../../../../src/engine/facts/node/node-config.ts";
import type { CredentialEntry } from "../../../../src/generated/snapshot-types.ts";
import { derive, evidenceOf } from "../derive.ts";
import {
  configured,
  type Edit,
  entry,
  gapIn,
  inconsistentEntry,
  subjectOf,
  talosNotCollected,
  talosVersion,
} from "./fleet.ts";
import { inShort, reasonsOf } from "./in-short.ts";

function onDisk(...registryAuth: CredentialEntry[]): Edit {
  return ({ talos }) => {
    if (talos.machineConfig === undefined) throw new Error("there is no config");
    talos.machineConfig.persistent = {
      documents: [{ kind: "RegistryAuthConfig", name: "ghcr.io", digests: {}, registryAuth }],
    };
  };
}
function activeHolds(...registryAuth: CredentialEntry[]): Edit {
  return ({ talos }) => {
    const kind = "RegistryAuthConfig";
    const documents = [{ kind, name: "ghcr.io", digests: {}, registryAuth }];
    if (talos.machineConfig !== undefined) talos.machineConfig.active = { documents };
  };
}
const masked: CredentialEntry = { host: "ghcr.io", consistent: false, problem: "redacted" };
const untold: CredentialEntry = { host: "ghcr.io", consistent: false };
const notOnDisk: Edit = ({ talos }) => {
  delete talos.machineConfig?.persistent;
};
const noActive: Edit = ({ talos }) => {
  delete talos.machineConfig?.active;
};

describe("configAtBoot", () => {
  it.each<{
    atBoot: string;
    active: string;
    staged: boolean | string;
    edits: readonly Edit[];
    why: string;
  }>([
    { atBoot: "same", active: "same", staged: false, edits: [], why: "both are as declared" },
    {
      atBoot: "changed",
      active: "same",
      staged: true,
      edits: [onDisk(entry("b"))],
      why: "another credential is staged for the next boot",
    },
    {
      atBoot: "absent",
      active: "same",
      staged: true,
      edits: [onDisk()],
      why: "the declared one is only being tried",
    },
    {
      atBoot: "same",
      active: "changed",
      staged: true,
      edits: [onDisk(entry("a")), configured("b")],
      why: "the declared one is staged for the next boot",
    },
    {
      atBoot: "changed",
      active: "changed",
      staged: false,
      edits: [configured("b")],
      why: "both hold the same other one",
    },
    {
      atBoot: "changed",
      active: "changed",
      staged: true,
      edits: [configured("b"), onDisk(entry("c"))],
      why: "both hold another one, and not the same",
    },
    {
      atBoot: "invalid",
      active: "same",
      staged: true,
      edits: [onDisk(inconsistentEntry)],
      why: "what is on disk is read differently by its consumers",
    },
    {
      atBoot: "unknown: Withheld",
      active: "same",
      staged: "unknown: Incomparable",
      edits: [onDisk(masked)],
      why: "what is on disk is masked, so it may be the same",
    },
    {
      atBoot: "same",
      active: "unknown: Withheld",
      staged: "unknown: Incomparable",
      edits: [onDisk(entry("a")), activeHolds(masked)],
      why: "what runs is masked",
    },
    {
      atBoot: "invalid",
      active: "invalid",
      staged: false,
      edits: [onDisk(untold), activeHolds(untold)],
      why: "an entry that nobody told a problem of is wrong, where no gap says that logins were masked",
    },
    {
      atBoot: "unknown: NotRead",
      active: "same",
      staged: "unknown: NotRead",
      edits: [notOnDisk],
      why: "what is on disk was not read",
    },
    {
      atBoot: "unknown: NotRecorded NotRead",
      active: "same",
      staged: "unknown: NotRead",
      edits: [notOnDisk, talosVersion("v1.9.5")],
      why: "Talos before 1.10 does not tell it",
    },
    {
      atBoot: "unknown: NotRead",
      active: "same",
      staged: "unknown: NotRead",
      edits: [notOnDisk, talosVersion("v1.10.0-alpha.0")],
      why: "from 1.10 on Talos would tell it",
    },
    {
      atBoot: "same",
      active: "unknown: NotRead",
      staged: "unknown: NotRead",
      edits: [noActive],
      why: "the active one was not read",
    },
    {
      atBoot: "unknown: Incomparable",
      active: "same",
      staged: "unknown: Incomparable",
      edits: [onDisk(entry("a", "k2"))],
      why: "it is fingerprinted with another key",
    },
    {
      atBoot: "unknown: Forbidden",
      active: "unknown: Forbidden",
      staged: "unknown: Forbidden",
      edits: [gapIn("talos", "worker-1")],
      why: "neither was read whole",
    },
    {
      atBoot: "notCollected",
      active: "notCollected",
      staged: false,
      edits: [talosNotCollected],
      why: "Talos is not asked",
    },
  ])("is $atBoot, beside $active, when $why", ({ edits, atBoot, active, staged }) => {
    const subject = subjectOf(...edits);
    expect(inShort(configAtBoot, subject)).toBe(atBoot);
    expect(inShort(nodeConfig, subject)).toBe(active);
    expect(inShort(configStaged, subject)).toBe(staged);
  });

  it("says what would tell it", () => {
    expect(reasonsOf(derive(configAtBoot, subjectOf(notOnDisk, talosVersion("v1.9.5"))))).toEqual([
      "Talos before 1.10 does not tell the config on a node's disk -> -",
      "persistent machine config not read -> talosctl -n worker-1 get machineconfig -o yaml",
    ]);
  });

  it("cites the config on disk", () => {
    expect(evidenceOf(configAtBoot, subjectOf(onDisk(entry("b"))))).toEqual([
      [
        "/talos/worker-1/machineConfig/persistent/documents/0/registryAuth/0",
        "another than declared",
      ],
    ]);
  });
});

describe("configs.staged", () => {
  const wholeFleet: Edit = ({ snapshot, talos }) => {
    snapshot.talos = { "worker-1": talos, "control-1": structuredClone(talos) };
  };

  it.each<{
    count: number | string;
    nodes: readonly string[] | string;
    edits: readonly Edit[];
    why: string;
  }>([
    { count: 0, nodes: [], edits: [wholeFleet], why: "all hold on disk what runs" },
    { count: 1, nodes: ["worker-1"], edits: [wholeFleet, onDisk()], why: "one does not" },
    {
      count: "unknown: NotRead",
      nodes: "unknown: NotRead",
      edits: [onDisk()],
      why: "one does not, and another was not read",
    },
    { count: 0, nodes: [], edits: [talosNotCollected], why: "Talos is not asked" },
  ])("is $count when $why", ({ edits, count, nodes }) => {
    const subject = subjectOf(...edits);
    expect(inShort(configsStaged, subject)).toBe(count);
    expect(inShort(configsStagedNodes, subject)).toEqual(nodes);
  });

  it("is at least what was seen", () => {
    expect(derive(configsStaged, subjectOf(onDisk()))).toMatchObject({ atLeast: 1 });
  });
});
