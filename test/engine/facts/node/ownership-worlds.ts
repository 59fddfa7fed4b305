import fc from "fast-check";
import { declaredRevision, type Edit, otherRevision } from "./fleet.ts";

/** A recovery record of version 1 for the worker, as its holder writes it. */
export function recoveryRecord(rest: Record<string, unknown> = {}): string {
  return JSON.stringify({
    v: 1,
    owner: "run-7",
    uid: "uid-1",
    phase: "rollback-safe",
    desiredRevision: declaredRevision,
    wasCordoned: 0,
    initialTaints: [],
    ...rest,
  });
}

/** The Lease, held by this one; renewed then, for two minutes. The snapshot was taken at noon. */
export function leaseOf(
  holderIdentity: string,
  renewTime = "2026-08-06T11:59:00.000000Z",
  rest: Record<string, unknown> = {},
): Edit {
  return ({ snapshot, spec }) => {
    spec.nodes.lease = { namespace: "flux-system", name: "roll" };
    snapshot.coverage.push({ kind: "coordination.k8s.io/v1/Lease", complete: true });
    snapshot.objects["coordination.k8s.io/v1/Lease/flux-system/roll"] = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "roll", namespace: "flux-system", uid: "lease-1" },
      spec: {
        holderIdentity,
        renewTime,
        acquireTime: "2026-08-06T11:00:00.000000Z",
        leaseDurationSeconds: 120,
        ...rest,
      },
    };
  };
}

export const noLease: Edit = ({ snapshot, spec }) => {
  spec.nodes.lease = { namespace: "flux-system", name: "roll" };
  snapshot.coverage.push({ kind: "coordination.k8s.io/v1/Lease", complete: true });
};

export function held(annotations: Record<string, string>, name = "worker-1"): Edit {
  return ({ snapshot }) => {
    const node = snapshot.objects[`v1/Node//${name}`];
    if (node === undefined) throw new Error(`there is no ${name}`);
    node.metadata.annotations ??= {};
    Object.assign(node.metadata.annotations, annotations);
  };
}

export const owner = (text: string): Record<string, string> => ({ "example.dev/owner": text });
export const phase = (text: string): Record<string, string> => ({ "example.dev/phase": text });
export const record = (text: string): Record<string, string> => ({ "example.dev/recovery": text });

/** Set on another machine's own fields: the control plane's uid is uid-2. */
export const recordOfOther = (rest: Record<string, unknown> = {}): Record<string, string> =>
  record(recoveryRecord({ uid: "uid-2", ...rest }));

export const cordoned: Edit = ({ worker }) => {
  worker.spec = { ...(worker.spec as object | undefined), unschedulable: true };
};

export const takenBy = (text: string): Edit => {
  return ({ snapshot, spec }) => {
    const key = "example.dev/fence";
    const apiVersion = "kustomize.toolkit.fluxcd.io/v1";
    const place = { namespace: "flux-system", name: "infrastructure" };
    spec.nodes.fences = [{ apiVersion, kind: "Kustomization", ...place, owner: key }];
    snapshot.objects[`${apiVersion}/Kustomization/flux-system/infrastructure`] = {
      apiVersion,
      kind: "Kustomization",
      metadata: { ...place, uid: "flux-1", annotations: { [key]: text } },
    };
  };
};

/** What transactions may have left behind on the two nodes, on the Lease and on Flux. */
export const transactions: fc.Arbitrary<readonly Edit[]> = fc
  .record({
    worker: fc.constantFrom<Record<string, string>[]>(
      {},
      {},
      owner("run-7"),
      { ...owner("run-7"), ...phase("claimed") },
      { ...owner("run-7"), ...phase("mutating") },
      { ...owner("run-7"), ...record(recoveryRecord()) },
      { ...owner("run-7"), ...record(recoveryRecord({ phase: "active" })) },
      { ...owner("run-7"), ...record(recoveryRecord({ phase: "release-ready" })) },
      {
        ...owner("run-7"),
        ...record(recoveryRecord({ phase: "release-ready", desiredRevision: otherRevision })),
      },
      { ...owner("run-7"), ...phase("mutating"), ...record("{}") },
      record(recoveryRecord()),
      phase("mutating"),
    ),
    control: fc.constantFrom<Record<string, string>[]>(
      {},
      {},
      {},
      { ...owner("run-7"), ...recordOfOther() },
      { ...owner("run-7"), ...recordOfOther({ phase: "active" }) },
      { ...owner("run-8"), ...record("nonsense") },
      { ...owner("run-8"), ...recordOfOther() },
    ),
    lease: fc.constantFrom<Edit[]>(
      noLease,
      noLease,
      leaseOf(""),
      leaseOf("run-7"),
      leaseOf("run-7", "2026-08-06T11:00:00Z"),
      leaseOf("run-9", "not a time", { acquireTime: undefined }),
      () => {},
    ),
    fence: fc.constantFrom<Edit[]>(() => {}, takenBy(""), takenBy("run-7")),
    isCordoned: fc.boolean(),
  })
  .map(({ worker, control, lease, fence, isCordoned }) => [
    held(worker),
    held(control, "control-1"),
    lease,
    fence,
    isCordoned ? cordoned : () => {},
  ]);
