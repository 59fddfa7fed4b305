import fc from "fast-check";
import type { TalosNode } from "../../../../src/generated/snapshot-types.ts";
import type { Edit } from "./fleet.ts";

/** Cordoned, tainted or added by the autoscaler. */
export const scheduling: fc.Arbitrary<Edit> = fc
  .record({
    unschedulable: fc.boolean(),
    taint: fc.constantFrom(
      ["example.dev/dedicated", "NoSchedule"],
      ["node.kubernetes.io/not-ready", "NoExecute"],
      ["DeletionCandidateOfClusterAutoscaler", "PreferNoSchedule"],
      undefined,
    ),
    keeps: fc.constantFrom("true", "false", undefined),
  })
  .map(
    ({ unschedulable, taint, keeps }): Edit =>
      ({ worker, spec, annotations }) => {
        const taints = taint === undefined ? [] : [{ key: taint[0], effect: taint[1] }];
        worker.spec = { unschedulable, taints };
        spec.nodes.autoscaled = { label: "example.dev/autoscaled" };
        if (keeps === undefined) return;
        worker.metadata.labels = { ...worker.metadata.labels, "example.dev/autoscaled": "" };
        annotations["cluster-autoscaler.kubernetes.io/scale-down-disabled"] = keeps;
      },
  );

type Etcd = NonNullable<TalosNode["etcd"]>;
const member = { id: "a1", learner: false, hasErrors: false, leader: "a1" };
/** On half of the worlds the worker is a control plane after all, and etcd was asked. */
export const etcd: fc.Arbitrary<Edit> = fc
  .record({
    members: fc.constantFrom<NonNullable<Etcd["members"]>[]>(
      [],
      [member],
      [member],
      [{ ...member, learner: true }],
      [{ ...member, hasErrors: true }],
      [member, { ...member, id: "a2" }],
    ),
    alarms: fc.constantFrom<NonNullable<Etcd["alarms"]>[]>(
      [],
      [],
      [{ id: "a1", alarm: "NOSPACE" }],
    ),
    isMember: fc.boolean(),
  })
  .map(
    ({ members, alarms, isMember }): Edit =>
      ({ worker, spec, talos }) => {
        if (!isMember) return;
        const role = { "node-role.kubernetes.io/control-plane": "" };
        worker.metadata.labels = { ...worker.metadata.labels, ...role };
        spec.nodes.etcdCollected = true;
        talos.etcd = structuredClone({ members, alarms });
      },
  );
