import { describe, expect, it } from "vitest";
import type { FactDeclaration } from "../../../../src/engine/facts/fact.ts";
import { nodeAddress } from "../../../../src/engine/facts/node/node-address.ts";
import { nodeAutoscaled } from "../../../../src/engine/facts/node/node-autoscaled.ts";
import { nodeCordoned } from "../../../../src/engine/facts/node/node-cordoned.ts";
import { nodeScaleDownDisabled } from "../../../../src/engine/facts/node/node-scale-down-disabled.ts";
import { nodeTaints } from "../../../../src/engine/facts/node/node-taints.ts";
import { nodeTakesPods } from "../../../../src/engine/facts/node/node-takes-pods.ts";
import type { NodeCredentialSubject } from "../../../../src/engine/facts/subject.ts";
import { type Edit, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";

interface TaintDraft {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}
const spec = (unschedulable: boolean | undefined, ...taints: readonly TaintDraft[]): Edit => {
  return ({ worker }) => {
    worker.spec = { ...(unschedulable === undefined ? {} : { unschedulable }), taints };
  };
};
const noSpec: Edit = ({ worker }) => {
  delete worker.spec;
};
const ready = (status: string): Edit => {
  return ({ worker }) => {
    worker.status = { conditions: [{ type: "Ready", status }] };
  };
};
const both =
  (...edits: readonly Edit[]): Edit =>
  (draft) => {
    for (const edit of edits) edit(draft);
  };
const addresses = (...list: readonly string[]): Edit => {
  return ({ worker }) => {
    worker.status = { addresses: list.map((address) => ({ type: "InternalIP", address })) };
  };
};
const autoscaled = (profile: { value?: string }, label: string | undefined): Edit => {
  return ({ spec: named, worker }) => {
    named.nodes.autoscaled = { label: "example.dev/autoscaled", ...profile };
    if (label !== undefined) worker.metadata.labels = { "example.dev/autoscaled": label };
  };
};
const annotated = (value: string, key?: string): Edit => {
  return ({ annotations, spec: named }) => {
    annotations[key ?? "cluster-autoscaler.kubernetes.io/scale-down-disabled"] = value;
    if (key === undefined) return;
    named.nodes.autoscaled = { label: "example.dev/autoscaled", scaleDownDisabled: key };
  };
};

interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: facts of several value types in one table of examples
  readonly fact: FactDeclaration<NodeCredentialSubject, any>;
  readonly edit: Edit;
  readonly is: string | boolean | readonly string[];
  readonly why: string;
}
const cordonTaint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
const dedicated = { key: "dedicated", value: "gpu", effect: "NoSchedule" };

describe("how a node is scheduled on", () => {
  it.each<Example>([
    { fact: nodeCordoned, edit: spec(undefined), is: false, why: "the API omits what is false" },
    { fact: nodeCordoned, edit: spec(true), is: true, why: "it is unschedulable" },
    {
      fact: nodeCordoned,
      edit: spec(false, cordonTaint),
      is: false,
      why: "the taint is a cordon's shadow, not the cordon",
    },
    { fact: nodeCordoned, edit: noSpec, is: "unknown: NotRead", why: "not read is not false" },
    {
      fact: nodeTaints,
      edit: spec(true, dedicated, cordonTaint),
      is: ["dedicated=gpu:NoSchedule"],
      why: "the cordon's own taint goes with the cordon",
    },
    {
      fact: nodeTaints,
      edit: spec(true, { ...cordonTaint, value: "x" }),
      is: ["node.kubernetes.io/unschedulable=x:NoSchedule"],
      why: "with a value someone else wrote it",
    },
    {
      fact: nodeTaints,
      edit: spec(true, { ...cordonTaint, effect: "NoExecute" }),
      is: ["node.kubernetes.io/unschedulable:NoExecute"],
      why: "a cordon does not evict",
    },
    {
      fact: nodeTaints,
      edit: spec(false, {
        key: "DeletionCandidateOfClusterAutoscaler",
        value: "1786000000",
        effect: "PreferNoSchedule",
      }),
      is: [],
      why: "the autoscaler only considers it, and writes down when",
    },
    {
      fact: nodeTaints,
      edit: spec(false, { key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }),
      is: ["ToBeDeletedByClusterAutoscaler:NoSchedule"],
      why: "that is a decision",
    },
    {
      fact: nodeTaints,
      edit: spec(
        false,
        { key: "node.kubernetes.io/not-ready", effect: "NoExecute" },
        { key: "node.cilium.io/agent-not-ready", effect: "NoExecute" },
      ),
      is: [],
      why: "they come and go as a node boots",
    },
    {
      fact: nodeTaints,
      edit: spec(false, { key: "node.kubernetes.io/out-of-service", effect: "NoExecute" }),
      is: ["node.kubernetes.io/out-of-service:NoExecute"],
      why: "a person says that, no controller",
    },
    {
      fact: nodeTaints,
      edit: spec(false, { key: "b", effect: "NoSchedule" }, { key: "a", effect: "NoSchedule" }),
      is: ["a:NoSchedule", "b:NoSchedule"],
      why: "their order means nothing",
    },
    { fact: nodeTaints, edit: noSpec, is: "unknown: NotRead", why: "not read is not none" },
    { fact: nodeTakesPods, edit: spec(false), is: true, why: "Ready and open" },
    { fact: nodeTakesPods, edit: spec(true), is: false, why: "it is cordoned" },
    { fact: nodeTakesPods, edit: spec(false, dedicated), is: false, why: "a taint keeps Pods off" },
    {
      fact: nodeTakesPods,
      edit: spec(false, { key: "x", effect: "PreferNoSchedule" }),
      is: true,
      why: "that is a mere preference",
    },
    { fact: nodeTakesPods, edit: ready("False"), is: false, why: "it is not Ready" },
    {
      fact: nodeTakesPods,
      edit: ({ worker }) => {
        worker.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
      },
      is: false,
      why: "it is leaving",
    },
    { fact: nodeTakesPods, edit: noSpec, is: "unknown: NotRead", why: "it may be cordoned" },
    {
      fact: nodeTakesPods,
      edit: both(noSpec, ready("False")),
      is: false,
      why: "cordoned or not, it is not Ready",
    },
    { fact: nodeAddress, edit: addresses("10.0.0.9"), is: "10.0.0.9", why: "its InternalIP" },
    { fact: nodeAddress, edit: addresses(), is: "absent", why: "it has none" },
    { fact: nodeAddress, edit: addresses("1", "2"), is: "absent", why: "two tell no machine" },
    {
      fact: nodeAddress,
      edit: ({ worker }) => {
        delete worker.status;
      },
      is: "unknown: NotRead",
      why: "its status was not read",
    },
    { fact: nodeAutoscaled, edit: () => {}, is: false, why: "the profile names no label" },
    { fact: nodeAutoscaled, edit: autoscaled({}, undefined), is: false, why: "it has no label" },
    { fact: nodeAutoscaled, edit: autoscaled({}, ""), is: true, why: "any value will do" },
    { fact: nodeAutoscaled, edit: autoscaled({ value: "true" }, "true"), is: true, why: "equal" },
    {
      fact: nodeAutoscaled,
      edit: autoscaled({ value: "true" }, "false"),
      is: false,
      why: "another value than the profile's",
    },
    { fact: nodeScaleDownDisabled, edit: () => {}, is: false, why: "nothing says so" },
    { fact: nodeScaleDownDisabled, edit: annotated("true"), is: true, why: "it must stay" },
    { fact: nodeScaleDownDisabled, edit: annotated("True"), is: false, why: "only `true` counts" },
    {
      fact: nodeScaleDownDisabled,
      edit: annotated("true", "example.dev/stay"),
      is: true,
      why: "the profile names another annotation",
    },
  ])("$fact.name is $is: $why", ({ fact, edit, is }) => {
    expect(inShort(fact, subjectOf(edit))).toEqual(is);
  });
});
