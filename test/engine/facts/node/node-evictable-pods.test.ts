import { describe, expect, it } from "vitest";
import { nodeEvictablePods } from "../../../../src/engine/facts/node/node-evictable-pods.ts";
import { derive } from "../derive.ts";
import { type Edit, subjectOf } from "./fleet.ts";

interface PodDraft {
  readonly phase?: string;
  readonly annotations?: Record<string, string>;
  readonly owner?: string;
  readonly nodeName?: string;
}
const running: PodDraft = { phase: "Running" };

/** Pods of the node, listed over all namespaces unless told otherwise. */
function listing(pods: readonly PodDraft[], listed = true): Edit {
  return ({ snapshot }) => {
    if (listed) snapshot.coverage.push({ kind: "v1/Pod", complete: true });
    pods.forEach(({ phase, annotations = {}, owner, nodeName = "worker-1" }, at) => {
      const name = `pod-${at}`;
      const owned =
        owner === undefined
          ? {}
          : { ownerReferences: [{ apiVersion: "apps/v1", kind: owner, name: "x", uid: "u" }] };
      snapshot.objects[`v1/Pod/default/${name}`] = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name, namespace: "default", uid: name, annotations, ...owned },
        spec: { nodeName },
        ...(phase === undefined ? {} : { status: { phase } }),
      };
    });
  };
}

describe("node.evictablePods", () => {
  it.each<{ edit: Edit; is: string; why: string }>([
    { edit: listing([running, running]), is: "2", why: "both run and have to go" },
    { edit: listing([]), is: "0", why: "all Pods were listed and none is here" },
    {
      edit: listing([{ ...running, nodeName: "worker-2" }]),
      is: "0",
      why: "it runs on another node",
    },
    { edit: listing([{ phase: "Succeeded" }, { phase: "Failed" }]), is: "0", why: "finished" },
    { edit: listing([{ phase: "Pending" }]), is: "1", why: "it is bound here already" },
    { edit: listing([{ ...running, owner: "DaemonSet" }]), is: "0", why: "a drain leaves it" },
    { edit: listing([{ ...running, owner: "ReplicaSet" }]), is: "1", why: "a drain evicts it" },
    {
      edit: listing([{ ...running, annotations: { "kubernetes.io/config.mirror": "x" } }]),
      is: "0",
      why: "it is static: the kubelet runs it from a file",
    },
    { edit: listing([{}, running]), is: "unknown, at least 1", why: "one's phase was not read" },
    { edit: listing([running], false), is: "unknown, at least 1", why: "there may be more" },
    { edit: () => {}, is: "unknown, at least 0", why: "nobody listed Pods" },
    {
      edit: (draft) => {
        listing([])(draft);
        draft.snapshot.gaps = [{ part: "objects", name: "v1/Pod/default", reason: "Forbidden" }];
      },
      is: "unknown, at least 0",
      why: "one namespace was kept from the reader",
    },
  ])("is $is: $why", ({ edit, is }) => {
    const fact = derive(nodeEvictablePods, subjectOf(edit));
    const told =
      fact.state === "value"
        ? String(fact.value)
        : `unknown, at least ${fact.state === "unknown" ? fact.atLeast : "?"}`;
    expect(told).toBe(is);
  });
});
