import type { ClusterObject, Snapshot } from "../../../snapshot/snapshot.ts";
import type { ClusterNames } from "../cluster-names.ts";
import type { World } from "../world.ts";
import { instant } from "./names-of-worlds.ts";

/** The Lease, which stays when nobody holds it, and the object that a transaction takes for itself. */
export function observeOwnership({ lease, fenceOwner, names }: World): readonly ClusterObject[] {
  const { apiVersion, kind, namespace, name, owner } = names.fence;
  return [
    {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { ...names.lease, uid: "uid-lease" },
      spec:
        lease === undefined
          ? {}
          : {
              holderIdentity: lease.holder,
              leaseDurationSeconds: lease.durationSeconds,
              renewTime: instant(lease.renewedAtSeconds),
            },
    },
    {
      apiVersion,
      kind,
      metadata: {
        namespace,
        name,
        uid: "uid-fenced",
        annotations: fenceOwner === undefined ? {} : { [owner]: fenceOwner },
      },
      spec: { suspend: fenceOwner !== undefined },
    },
  ];
}

export function ownershipCoverage({ lease, fence }: ClusterNames): Snapshot["coverage"] {
  const { apiVersion, kind, namespace } = fence;
  return [
    { kind: "coordination.k8s.io/v1/Lease", namespace: lease.namespace, complete: true },
    { kind: `${apiVersion}/${kind}`, namespace, complete: true },
  ];
}
