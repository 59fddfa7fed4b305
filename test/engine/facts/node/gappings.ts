import fc from "fast-check";
import { everyReason } from "../../../../src/engine/facts/gaps.ts";
import type { SnapshotDocument } from "../../../../src/generated/snapshot-types.ts";
import type { Edit } from "./fleet.ts";

type Gap = NonNullable<SnapshotDocument["gaps"]>[number];
function withGap(gap: Gap, hide: Edit): Edit {
  return (draft) => {
    hide(draft);
    draft.snapshot.gaps = [...(draft.snapshot.gaps ?? []), gap];
  };
}

const gappings: Readonly<Record<string, Edit>> = {
  talos: withGap({ part: "talos", reason: "Forbidden" }, ({ snapshot }) => {
    delete snapshot.talos;
  }),
  talosOfWorker: withGap(
    { part: "talos", name: "worker-1", reason: "Unreachable" },
    ({ snapshot }) => {
      if (snapshot.talos !== undefined) snapshot.talos = {};
    },
  ),
  machineConfig: ({ talos }) => {
    delete talos.machineConfig;
  },
  persistent: ({ talos }) => {
    delete talos.machineConfig?.persistent;
  },
  rendered: withGap({ part: "rendered", reason: "Unparsable" }, ({ snapshot }) => {
    delete snapshot.rendered;
  }),
  renderedLogins: withGap(
    { part: "rendered", name: "worker-1", reason: "Withheld" },
    ({ snapshot }) => {
      for (const { registryAuth = [] } of snapshot.rendered?.machineConfigs?.["worker-1"]
        ?.documents ?? []) {
        registryAuth.forEach(({ host }, index) => {
          registryAuth[index] = { host, consistent: false, problem: "redacted" };
        });
      }
    },
  ),
  probes: withGap({ part: "probes", reason: "Forbidden" }, ({ snapshot }) => {
    delete snapshot.probes;
  }),
  oneProbe: withGap({ part: "probes", name: "probes.yaml", reason: "Partial" }, ({ snapshot }) => {
    snapshot.probes?.pop();
  }),
  configWritten: ({ talos }) => {
    delete talos.machineConfig?.active?.updatedAt;
  },
  runtimeStart: ({ talos }) => {
    delete talos.runtimeStartedAt;
  },
  configTime: ({ talos }) => {
    delete talos.registryConfigUpdatedAt;
  },
  version: ({ talos, nodeInfo }) => {
    delete talos.version;
    delete nodeInfo.osImage;
  },
  bootId: ({ nodeInfo }) => {
    delete nodeInfo.bootID;
  },
  spec: ({ worker }) => {
    delete worker.spec;
  },
  etcd: withGap({ part: "talos", name: "worker-1", reason: "NotRead" }, ({ talos }) => {
    delete talos.etcd;
  }),
  etcdMembers: ({ talos }) => {
    delete talos.etcd?.members;
  },
  etcdAlarms: ({ talos }) => {
    delete talos.etcd?.alarms;
  },
  conditions: ({ worker }) => {
    const { status } = worker;
    if (status !== undefined) worker.status = { ...(status as object), conditions: [] };
  },
  status: ({ worker, nodeInfo }) => {
    delete nodeInfo.bootID;
    delete nodeInfo.osImage;
    delete worker.status;
  },
  uid: ({ worker }) => {
    delete worker.metadata.uid;
  },
  ownedAnnotations: ({ annotations }) => {
    if ("talos.dev/owned-annotations" in annotations) {
      annotations["talos.dev/owned-annotations"] = "[";
    }
  },
  credentials: withGap({ part: "credentials", reason: "Withheld" }, ({ snapshot }) => {
    delete snapshot.credentials;
  }),
  credential: withGap(
    { part: "credentials", name: "registry", reason: "Unparsable" },
    ({ snapshot }) => {
      snapshot.credentials = {};
    },
  ),
  entries: ({ declared: record }) => {
    delete record.entries;
  },
  revision: ({ declared: record }) => {
    delete record.revision;
  },
  firstDeclaredAt: ({ declared: record }) => {
    delete record.firstDeclaredAt;
  },
  previous: ({ evidence }) => {
    delete evidence.previous;
  },
  lastDeclaredAt: ({ evidence }) => {
    for (const each of evidence.previous ?? []) delete each.lastDeclaredAt;
  },
  previousFingerprints: ({ evidence }) => {
    for (const each of evidence.previous ?? []) delete each.fingerprint;
  },
  live: withGap({ part: "credentials", name: "registry", reason: "NotRead" }, ({ evidence }) => {
    delete evidence.live;
  }),
  otherKey: ({ documents }) => {
    for (const { registryAuth = [] } of documents) {
      registryAuth.forEach(({ fingerprint, ...rest }, index) => {
        const other =
          fingerprint === undefined ? {} : { fingerprint: { ...fingerprint, keyId: "k2" } };
        registryAuth[index] = { ...rest, ...other };
      });
    }
  },
  configFingerprints: ({ documents }) => {
    for (const { registryAuth = [] } of documents) {
      registryAuth.forEach(({ fingerprint: _, ...rest }, index) => {
        registryAuth[index] = rest;
      });
    }
  },
  redacted: withGap({ part: "talos", name: "worker-1", reason: "Withheld" }, ({ documents }) => {
    for (const { registryAuth = [] } of documents) {
      registryAuth.forEach(({ host }, index) => {
        registryAuth[index] = { host, consistent: false, problem: "redacted" };
      });
    }
  }),
  oneDocument: withGap({ part: "talos", name: "worker-1", reason: "Partial" }, ({ documents }) => {
    documents.pop();
  }),
  onePrevious: withGap(
    { part: "credentials", name: "registry", reason: "Partial" },
    ({ evidence }) => {
      evidence.previous?.pop();
    },
  ),
  git: withGap({ part: "git", reason: "NotRead" }, ({ snapshot }) => {
    delete snapshot.git;
  }),
  gitFile: withGap({ part: "git", name: "release.yaml", reason: "Unparsable" }, ({ snapshot }) => {
    if (snapshot.git !== undefined) snapshot.git.files = {};
  }),
  proofs: withGap({ part: "proofs", reason: "Unparsable" }, ({ snapshot }) => {
    delete snapshot.proofs;
  }),
  oneProof: withGap(
    { part: "proofs", name: "hand-off.json", reason: "Unparsable" },
    ({ snapshot }) => {
      snapshot.proofs = snapshot.proofs?.slice(1) ?? [];
    },
  ),
  lease: withGap(
    { part: "objects", name: "coordination.k8s.io/v1/Lease", reason: "Forbidden" },
    ({ snapshot }) => {
      delete snapshot.objects["coordination.k8s.io/v1/Lease/flux-system/roll"];
    },
  ),
  fence: withGap(
    { part: "objects", name: "kustomize.toolkit.fluxcd.io/v1/Kustomization", reason: "Partial" },
    ({ snapshot }) => {
      const key = "kustomize.toolkit.fluxcd.io/v1/Kustomization/flux-system/infrastructure";
      delete snapshot.objects[key];
    },
  ),
  otherNodes: ({ snapshot }) => {
    delete snapshot.objects["v1/Node//control-1"];
    snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind !== "v1/Node");
  },
  nodeCoverage: ({ snapshot }) => {
    snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind !== "v1/Node");
  },
};

/** Replaces one part of a snapshot by a gap, or takes one value out of what was read; a gap has any reason. */
export const gapping: fc.Arbitrary<Edit> = fc
  .record({
    name: fc.constantFrom(...Object.keys(gappings)),
    reason: fc.constantFrom(...everyReason),
  })
  .map(
    ({ name, reason }): Edit =>
      (draft) => {
        const before = draft.snapshot.gaps?.length ?? 0;
        gappings[name]?.(draft);
        const made = draft.snapshot.gaps?.slice(before) ?? [];
        if (made.length === 0) return;
        draft.snapshot.gaps?.splice(
          before,
          made.length,
          ...made.map((gap) => ({ ...gap, reason })),
        );
      },
  );
