import { isList, isObject, type JsonValue } from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import { fluxShape } from "./flux-shape.ts";
import { jsonMap } from "./json-access.ts";
import { isName } from "./name-text.ts";
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

const pod: Shape = {
  fields: {
    spec: {
      fields: { nodeName: "keep", containers, initContainers: containers },
      rest: "drop",
    },
    status: {
      fields: {
        phase: "keep",
        startTime: "keep",
        conditions,
        containerStatuses: { each: only("name", "ready", "restartCount", "imageID") },
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

/** A name, a time or a number as it is; a text that is none of them is digested. */
function scrubName(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  if (typeof value === "string") return isName(value) ? value : scrubber.digest(value);
  return typeof value === "number" ? value : undefined;
}

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

const shapes: Readonly<Record<string, Shape>> = {
  "v1/Node": node,
  "v1/Pod": pod,
  "apps/v1/DaemonSet": workload,
  "apps/v1/Deployment": workload,
  "apps/v1/StatefulSet": workload,
  "apps/v1/ControllerRevision": controllerRevision,
  "coordination.k8s.io/v1/Lease": lease,
};

/** What of an object enters a snapshot besides its metadata; nothing for kinds that no fact reads. */
export function objectShape(apiVersion: string, kind: string): Shape | undefined {
  const type = `${apiVersion}/${kind}`;
  const isFlux = /^[a-z]+\.toolkit\.fluxcd\.io\//.test(apiVersion);
  return ownValue(shapes, type) ?? (isFlux ? fluxShape : undefined);
}
