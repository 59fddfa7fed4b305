import { isList, isObject, type JsonValue } from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import { fluxShape } from "./flux-shape.ts";
import { jsonMap } from "./json-access.ts";
import { scrubName } from "./name-text.ts";
import { type Scrubber, type Shape, scrub } from "./scrub.ts";
import { podTemplateShape } from "./template-shape.ts";

function only(...names: readonly string[]): Shape {
  return { fields: Object.fromEntries(names.map((name) => [name, "keep"])), rest: "drop" };
}

/** Messages stay out: controllers quote what they were given. */
const conditions: Shape = {
  each: only(
    "type",
    "status",
    "reason",
    "lastTransitionTime",
    "lastHeartbeatTime",
    "lastUpdateTime",
    "observedGeneration",
  ),
};

const node: Shape = {
  fields: {
    spec: {
      fields: {
        unschedulable: "keep",
        taints: { each: only("key", "value", "effect", "timeAdded") },
        providerID: "keep",
      },
      rest: "drop",
    },
    status: {
      fields: {
        addresses: { each: only("type", "address") },
        conditions,
        nodeInfo: only(
          "architecture",
          "bootID",
          "containerRuntimeVersion",
          "kernelVersion",
          "kubeletVersion",
          "machineID",
          "operatingSystem",
          "osImage",
          "systemUUID",
        ),
      },
      rest: "drop",
    },
  },
  rest: "drop",
};

const containers: Shape = { each: only("name", "image") };

/** Of its state only since when it runs: exit messages quote what a program printed. */
const containerStatus: Shape = {
  fields: {
    name: "keep",
    ready: "keep",
    restartCount: "keep",
    imageID: "keep",
    state: { fields: { running: only("startedAt") }, rest: "drop" },
  },
  rest: "drop",
};

/** Of its affinity only by which field of a Node it is meant for: that is how a DaemonSet's pod names its node. */
const nodeAffinity: Shape = {
  fields: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      fields: {
        nodeSelectorTerms: {
          each: {
            fields: { matchFields: { each: only("key", "operator", "values") } },
            rest: "drop",
          },
        },
      },
      rest: "drop",
    },
  },
  rest: "drop",
};

const pod: Shape = {
  fields: {
    spec: {
      fields: {
        nodeName: "keep",
        affinity: { fields: { nodeAffinity }, rest: "drop" },
        containers,
        initContainers: containers,
      },
      rest: "drop",
    },
    status: {
      fields: {
        phase: "keep",
        startTime: "keep",
        conditions,
        containerStatuses: { each: containerStatus },
      },
      rest: "drop",
    },
  },
  rest: "drop",
};

/** Status of a workload: its numbers, its conditions, and the names of its revisions. */
function scrubWorkloadStatus(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  return jsonMap(
    Object.entries(value).map(([name, inner]) => {
      if (name === "conditions" && isList(inner)) return [name, scrub(inner, conditions, scrubber)];
      const isKept = typeof inner === "number" || /^(current|update)Revision$/.test(name);
      return [name, isKept ? inner : undefined];
    }),
  );
}

const workload: Shape = {
  fields: {
    spec: {
      fields: {
        replicas: "keep",
        updateStrategy: "keep",
        strategy: "keep",
        selector: "keep",
        revisionHistoryLimit: "keep",
        minReadySeconds: "keep",
        progressDeadlineSeconds: "keep",
        template: podTemplateShape,
      },
      rest: "drop",
    },
    status: scrubWorkloadStatus,
  },
  rest: "drop",
};

const controllerRevision: Shape = {
  fields: {
    revision: "keep",
    data: {
      fields: { spec: { fields: { template: podTemplateShape }, rest: "digest" } },
      rest: "digest",
    },
  },
  rest: "drop",
};

const lease: Shape = {
  fields: {
    spec: {
      fields: {
        holderIdentity: scrubName,
        leaseDurationSeconds: scrubName,
        acquireTime: scrubName,
        renewTime: scrubName,
        leaseTransitions: scrubName,
        preferredHolder: scrubName,
        strategy: scrubName,
      },
      rest: "drop",
    },
  },
  rest: "drop",
};

/** The text of a reason is a word by Kubernetes' rules; of what anyone may define it is digested where it is none. */
const anyConditions: Shape = {
  each: {
    fields: {
      type: scrubName,
      status: scrubName,
      reason: scrubName,
      lastTransitionTime: scrubName,
      observedGeneration: scrubName,
    },
    rest: "drop",
  },
};

const job: Shape = {
  fields: {
    spec: only("completions", "parallelism", "suspend"),
    status: {
      fields: {
        conditions,
        startTime: "keep",
        completionTime: "keep",
        active: "keep",
        failed: "keep",
        succeeded: "keep",
      },
      rest: "drop",
    },
  },
  rest: "drop",
};

const claim: Shape = {
  fields: { spec: only("storageClassName", "volumeName"), status: only("phase") },
  rest: "drop",
};

/** Whether a load balancer waits for its address. */
const service: Shape = { fields: { spec: only("type", "clusterIP") }, rest: "drop" };

/** How any object fares, by the conventions of the API: enough to judge what Flux waits for. */
const anyObject: Shape = {
  fields: {
    status: {
      fields: { conditions: anyConditions, observedGeneration: scrubName },
      rest: "drop",
    },
  },
  rest: "drop",
};

const shapes: Readonly<Record<string, Shape>> = {
  "v1/Node": node,
  "v1/Pod": pod,
  "apps/v1/DaemonSet": workload,
  "apps/v1/Deployment": workload,
  "apps/v1/StatefulSet": workload,
  "apps/v1/ReplicaSet": workload,
  "apps/v1/ControllerRevision": controllerRevision,
  "batch/v1/Job": job,
  "v1/PersistentVolumeClaim": claim,
  "v1/Service": service,
  "coordination.k8s.io/v1/Lease": lease,
};

/** What of an object enters a snapshot besides its metadata. */
export function objectShape(apiVersion: string, kind: string): Shape {
  const type = `${apiVersion}/${kind}`;
  const isFlux = /^[a-z]+\.toolkit\.fluxcd\.io\//.test(apiVersion);
  return ownValue(shapes, type) ?? (isFlux ? fluxShape : anyObject);
}
