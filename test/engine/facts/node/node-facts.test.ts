import { describe, expect, it } from "vitest";
import {
  createEffectTable,
  type EffectTableDocument,
} from "../../../../src/engine/effects/effect-table.ts";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import type { FactDeclaration } from "../../../../src/engine/facts/fact.ts";
import { createFactTable } from "../../../../src/engine/facts/fact-table.ts";
import { nodeCredentialFacts } from "../../../../src/engine/facts/node/node-credential-facts.ts";
import { nodeEffect } from "../../../../src/engine/facts/node/node-effect.ts";
import { nodeLeaving } from "../../../../src/engine/facts/node/node-leaving.ts";
import { nodeReady } from "../../../../src/engine/facts/node/node-ready.ts";
import { nodeRole } from "../../../../src/engine/facts/node/node-role.ts";
import { nodeTalosVersion } from "../../../../src/engine/facts/node/node-talos-version.ts";
import { nodeUid } from "../../../../src/engine/facts/node/node-uid.ts";
import type { NodeCredentialSubject } from "../../../../src/engine/facts/subject.ts";
import { shippedEffectTable } from "../../../../src/generated/shipped-effects.ts";
import { derive } from "../derive.ts";
import { type Edit, subjectOf } from "./fleet.ts";
import { inShort, possibleOf } from "./in-short.ts";

const labelled = (key: string): Edit => {
  return ({ worker }) => {
    worker.metadata.labels = { [key]: "" };
  };
};
const tainted = (key: string): Edit => {
  return ({ worker }) => {
    worker.spec = { taints: [{ key, effect: "NoSchedule" }] };
  };
};
const conditions = (...list: readonly unknown[]): Edit => {
  return ({ worker }) => {
    worker.status = { conditions: list };
  };
};
const versions = (told: string | undefined, osImage: string | undefined): Edit => {
  return ({ talos, nodeInfo }) => {
    delete talos.version;
    delete nodeInfo.osImage;
    if (told !== undefined) talos.version = told;
    if (osImage !== undefined) nodeInfo.osImage = osImage;
  };
};
const unnamed: Edit = ({ worker }) => {
  delete worker.metadata.uid;
};
const deleted: Edit = ({ worker }) => {
  worker.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
};

interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: facts of several value types in one table of examples
  readonly fact: FactDeclaration<NodeCredentialSubject, any>;
  readonly edit: Edit;
  readonly is: string | boolean;
  readonly why: string;
}

describe("facts of a node", () => {
  it.each<Example>([
    { fact: nodeUid, edit: () => {}, is: "uid-1", why: "as the API server gave it" },
    { fact: nodeUid, edit: unnamed, is: "unknown: NotRead", why: "the object has none" },
    { fact: nodeRole, edit: () => {}, is: "worker", why: "it has no role label" },
    {
      fact: nodeRole,
      edit: labelled("node-role.kubernetes.io/control-plane"),
      is: "control-plane",
      why: "the label's key is there",
    },
    {
      fact: nodeRole,
      edit: labelled("node-role.kubernetes.io/master"),
      is: "control-plane",
      why: "the old label's key is there",
    },
    { fact: nodeReady, edit: () => {}, is: true, why: "Ready is True" },
    {
      fact: nodeReady,
      edit: conditions({ type: "Ready", status: "Unknown" }),
      is: false,
      why: "the kubelet went silent",
    },
    { fact: nodeReady, edit: conditions(), is: "unknown: NotRead", why: "no condition is there" },
    { fact: nodeLeaving, edit: () => {}, is: false, why: "nothing says so" },
    { fact: nodeLeaving, edit: deleted, is: true, why: "it is being deleted" },
    {
      fact: nodeLeaving,
      edit: tainted("ToBeDeletedByClusterAutoscaler"),
      is: true,
      why: "the autoscaler removes it",
    },
    {
      fact: nodeLeaving,
      edit: tainted("DeletionCandidateOfClusterAutoscaler"),
      is: false,
      why: "the autoscaler only considers it",
    },
    { fact: nodeTalosVersion, edit: () => {}, is: "v1.13.8", why: "Talos and Node agree" },
    {
      fact: nodeTalosVersion,
      edit: versions(undefined, "Talos (v1.14.0-beta.0)"),
      is: "v1.14.0-beta.0",
      why: "the Node's image says so",
    },
    {
      fact: nodeTalosVersion,
      edit: versions("1.13.8", undefined),
      is: "v1.13.8",
      why: "the v is added",
    },
    {
      fact: nodeTalosVersion,
      edit: versions("v1.13.8", "Talos (v1.14.0)"),
      is: "unknown: Inconsistent",
      why: "Talos and Node disagree",
    },
    {
      fact: nodeTalosVersion,
      edit: versions(undefined, "Ubuntu 24.04"),
      is: "unknown: Unparsable",
      why: "the image is not Talos",
    },
    {
      fact: nodeTalosVersion,
      edit: versions(undefined, undefined),
      is: "unknown: NotRead",
      why: "neither was read",
    },
    { fact: nodeEffect, edit: () => {}, is: "reboot", why: "1.13 reads auth at boot" },
    {
      fact: nodeEffect,
      edit: versions("v1.14.0", undefined),
      is: "restart",
      why: "1.14 restarts by itself",
    },
  ])("$fact.name is $is: $why", ({ fact, edit, is }) => {
    expect(inShort(fact, subjectOf(edit))).toBe(is);
  });

  it("count the highest cost of whatever may happen to a login", () => {
    const removed: EffectTableDocument = {
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "EffectTable",
      metadata: { name: "ours" },
      spec: {
        entries: [
          { document: "RegistryAuthConfig", path: "", changes: ["removed"], effect: "reboot" },
        ],
      },
    };
    const subject = subjectOf(versions("v1.14.0", undefined));
    const { snapshot, profile } = subject.source;
    const effects = createEffectTable(shippedEffectTable, [removed]);
    const source = createFactSource(snapshot, profile, { effects });
    expect(inShort(nodeEffect, { ...subject, source })).toBe("reboot");
  });

  it("keep both effects possible on an unknown version", () => {
    const subject = subjectOf(versions("nightly", undefined));
    expect(possibleOf(derive(nodeEffect, subject))).toEqual(["reboot", "restart"]);
  });

  it("are one table, in which a node in order is known in each", () => {
    const { facts } = createFactTable(nodeCredentialFacts);
    const subject = subjectOf();
    const unknown = facts.filter((fact) => derive(fact, subject).state === "unknown");
    expect(unknown.map(({ name }) => name)).toEqual(["node.evictablePods", "onlyAnswer"]);
  });
});
