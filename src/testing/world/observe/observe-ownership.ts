import type { ClusterObject, Snapshot } from "../../../snapshot/snapshot.ts";
import type { World } from "../world.ts";
import { fencedObject, instant, leaseName, OWNER_KEY } from "./names-of-worlds.ts";

/** The Lease, which stays when nobody holds it, and the object that a transaction takes for itself. */
export function observeOwnership({ lease, fenceOwner }: World): readonly ClusterObject[] {
  const { apiVersion, kind, namespace, name } = fencedObject;
  return [
    {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { ...leaseName, uid: "uid-lease" },
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
        annotations: fenceOwner === undefined ? {} : { [OWNER_KEY]: fenceOwner },
      },
      spec: { suspend: fenceOwner !== undefined },
    },
  ];
}

export const ownershipCoverage: Snapshot["coverage"] = [
  { kind: "coordination.k8s.io/v1/Lease", namespace: leaseName.namespace, complete: true },
  {
    kind: `${fencedObject.apiVersion}/${fencedObject.kind}`,
    namespace: fencedObject.namespace,
    complete: true,
  },
];
