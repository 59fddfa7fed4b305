import fc from "fast-check";
import type {
  CredentialEntry,
  CredentialEvidence,
} from "../../../../src/generated/snapshot-types.ts";
import {
  boundHandOff,
  declaredRevision,
  desiredImage,
  type Edit,
  earlierRevision,
  entry,
  fingerprintOf,
  handedOff,
  handOffDocument,
  imageKey,
  inconsistentEntry,
  markerBoundTo,
  markerOf,
  noMarker,
  otherRevision,
  revisionKey,
  talosNotCollected,
  talosVersion,
} from "./fleet.ts";
import { transactions } from "./ownership-worlds.ts";
import { instant, probes } from "./probes.ts";
import { etcd, scheduling } from "./scheduling-worlds.ts";

const nothing: Edit = () => {};
/** Letters stand for credentials: the declared one is `f`, so that no other hex looks like it. */
const letter = fc.constantFrom("f", "0", "c");

const declared: fc.Arbitrary<Edit> = fc
  .record({ first: instant, kind: fc.constantFrom(0, 0, 0, 1, 2) })
  .map(
    ({ first, kind }): Edit =>
      (draft) => {
        draft.declared.firstDeclaredAt = first;
        draft.declared.entries = [[entry("f")], [], [inconsistentEntry]][kind] ?? [];
      },
  );

type Previous = NonNullable<CredentialEvidence["previous"]>[number];
const previous: fc.Arbitrary<Previous> = fc.record(
  {
    revision: fc.constantFrom(otherRevision, earlierRevision),
    fingerprint: letter.map((each) => fingerprintOf(each)),
    firstDeclaredAt: instant,
    lastDeclaredAt: instant,
    revoked: fc.boolean(),
  },
  { requiredKeys: [] },
);
const history: fc.Arbitrary<Edit> = fc
  .option(fc.array(previous, { maxLength: 3 }), { nil: undefined })
  .map(
    (list): Edit =>
      ({ credential, evidence }) => {
        credential.history = list !== undefined;
        if (list !== undefined) evidence.previous = structuredClone(list);
      },
  );

const auth: fc.Arbitrary<CredentialEntry[]> = fc.oneof(
  { weight: 4, arbitrary: letter.map((each) => [entry(each)]) },
  fc.constantFrom<CredentialEntry[][]>([], [inconsistentEntry]),
);
const configuration: fc.Arbitrary<Edit> = fc
  .record({
    auth,
    old: fc.option(auth, { freq: 5 }),
    atBoot: fc.option(auth, { freq: 2 }),
    marker: fc.constantFrom(undefined, "x", declaredRevision, declaredRevision),
    image: fc.constantFrom(undefined, "y", desiredImage, desiredImage),
    updatedAt: fc.constantFrom(
      "2026-08-06T11:55:00Z",
      "2026-08-01T10:00:00Z",
      "2026-08-07T00:00:00Z",
    ),
  })
  .map(
    ({ auth: held, old, atBoot, marker: markerHeld, image, updatedAt }): Edit =>
      ({ documents, talos }) => {
        if (talos.machineConfig?.active !== undefined) {
          talos.machineConfig.active.updatedAt = updatedAt;
        }
        documents.splice(0, 2, {
          kind: "v1alpha1",
          digests: {},
          ...(old === null ? {} : { registryAuth: structuredClone(old) }),
          nodeAnnotations: {
            ...(markerHeld === undefined ? {} : { [revisionKey]: markerHeld }),
            ...(image === undefined ? {} : { [imageKey]: image }),
          },
        });
        documents.push({
          kind: "RegistryAuthConfig",
          digests: {},
          registryAuth: structuredClone(held),
        });
        if (atBoot === null || talos.machineConfig === undefined) return;
        const registryAuth = structuredClone(atBoot);
        const onDisk = { kind: "RegistryAuthConfig", digests: {}, registryAuth };
        talos.machineConfig.persistent = { documents: [onDisk] };
      },
  );

/** The config that Git renders for the worker, where the profile says that it is given. */
const rendered: fc.Arbitrary<Edit> = fc.option(auth, { freq: 2 }).map(
  (held): Edit =>
    ({ snapshot, spec }) => {
      if (held === null) return;
      spec.nodes.rendered = true;
      const registryAuth = structuredClone(held);
      const documents = [{ kind: "v1alpha1", digests: {}, registryAuth }];
      snapshot.rendered = { machineConfigs: { "worker-1": { documents } } };
    },
);

const marker: fc.Arbitrary<Edit> = fc.constantFrom<Edit[]>(
  nothing,
  nothing,
  noMarker,
  markerOf(otherRevision),
  markerOf(earlierRevision),
  markerOf("nonsense"),
  markerBoundTo("boot-1"),
  markerBoundTo("boot-0"),
  markerBoundTo("boot-1", "uid-9"),
  markerBoundTo("2026-08-01T10:00:15Z"),
  markerBoundTo("", ""),
);
function ownedByTalos(text: string): Edit {
  return ({ annotations }) => {
    annotations["talos.dev/owned-annotations"] = text;
  };
}
const keys = JSON.stringify([revisionKey, imageKey]);
const ownership: fc.Arbitrary<Edit> = fc.constantFrom<Edit[]>(
  nothing,
  nothing,
  ownedByTalos(keys),
  ownedByTalos(keys),
  ownedByTalos(keys.slice(0, -1)),
);

const handOffs: fc.Arbitrary<Edit> = fc
  .array(
    fc.constantFrom(
      handOffDocument(),
      handOffDocument({ image: "ghcr.io/example/app:v0" }),
      handOffDocument({ credentialRevision: earlierRevision }),
      handOffDocument({ credentialRevision: otherRevision }),
      handOffDocument({ nodes: [{ name: "worker-1", uid: "uid-9" }] }),
      handOffDocument({ nodes: [{ name: "worker-2", uid: "uid-7" }] }),
      handOffDocument({ version: 3 }),
      boundHandOff("boot-1"),
      boundHandOff("boot-0"),
      boundHandOff("2026-08-01T10:00:15Z"),
    ),
    { maxLength: 2 },
  )
  .map((documents) => (documents.length === 0 ? nothing : handedOff(...documents)));

/** The node is Ready after its runtime started, in each world. */
const times: fc.Arbitrary<Edit> = fc.record({ start: instant, updated: instant }).map(
  ({ start, updated }): Edit =>
    ({ talos, worker }) => {
      talos.runtimeStartedAt = start;
      talos.registryConfigUpdatedAt = updated;
      const readyAt = start.replace(/\d\dZ$/, "50Z");
      const conditions = [{ type: "Ready", status: "True", lastTransitionTime: readyAt }];
      worker.status = { ...(worker.status as object), conditions };
    },
);

const fleet: fc.Arbitrary<Edit> = fc.constantFrom<Edit[]>(
  nothing,
  nothing,
  ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.annotations = { "example.dev/owner": "run-7" };
  },
  ({ snapshot }) => {
    const node = snapshot.objects["v1/Node//control-1"];
    if (node !== undefined) node.metadata.uid = "uid-1";
  },
);
const others: fc.Arbitrary<Edit> = fc.constantFrom<Edit[]>(
  nothing,
  nothing,
  nothing,
  talosNotCollected,
  talosVersion("v1.14.0"),
  talosVersion("v1.14.0"),
  talosVersion("nightly"),
  ({ evidence }) => {
    evidence.live = { "flux-system/pull": { entries: [entry("c")] } };
  },
  ({ snapshot, evidence }) => {
    evidence.live = {};
    snapshot.coverage.push({ kind: "v1/Secret", complete: true });
  },
  ({ credential }) => {
    delete credential.image;
  },
  ({ credential, declared: record }) => {
    delete credential.declared.secret;
    delete record.entries;
  },
);

/** What a snapshot without gaps may show of one worker, its proofs and its credential. */
export const world: fc.Arbitrary<readonly Edit[]> = fc
  .tuple(
    fc.tuple(declared, history, configuration, marker, ownership, handOffs, probes, times),
    fc.tuple(fleet, others, scheduling, etcd, rendered),
    transactions,
  )
  .map((parts) => parts.flat());
