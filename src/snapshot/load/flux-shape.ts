import type { JsonValue } from "../../input/json-value.ts";
import { type Scrubber, type Shape, scrub } from "./scrub.ts";

const keptSpecFields = [
  "chartRef",
  "components",
  "deletionPolicy",
  "dependsOn",
  "driftDetection",
  "force",
  "healthChecks",
  "insecure",
  "install",
  "interval",
  "layerSelector",
  "maxHistory",
  "path",
  "provider",
  "prune",
  "ref",
  "releaseName",
  "retryInterval",
  "rollback",
  "secretRef",
  "serviceAccountName",
  "sourceRef",
  "storageNamespace",
  "suspend",
  "targetNamespace",
  "test",
  "timeout",
  "uninstall",
  "upgrade",
  "verify",
  "wait",
  "waitStrategy",
];

/** A URL with a user in it may hold a token. */
function scrubUrl(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  const isPlain = typeof value === "string" && /^[a-z0-9+]+:\/\/[A-Za-z0-9._:/-]+$/.test(value);
  return scrub(value, isPlain ? "keep" : "digest", scrubber);
}

const condition: Shape = {
  fields: {
    type: "keep",
    status: "keep",
    reason: "keep",
    message: "keep",
    lastTransitionTime: "keep",
    observedGeneration: "keep",
  },
  rest: "drop",
};

/** Helm's `configDigest` is a plain hash of the values, so it stays out. */
const release: Shape = {
  fields: {
    name: "keep",
    namespace: "keep",
    version: "keep",
    status: "keep",
    appVersion: "keep",
    chartName: "keep",
    chartVersion: "keep",
    digest: "keep",
    firstDeployed: "keep",
    lastDeployed: "keep",
    deleted: "keep",
    firstReconciled: "keep",
    lastReconciled: "keep",
    lastReconciledStatus: "keep",
    totalReconciliations: "keep",
  },
  rest: "drop",
};

/** Objects of Flux: what they point at and how they fare stays, values and patches become digests. */
export const fluxShape: Shape = {
  fields: {
    spec: {
      fields: {
        ...Object.fromEntries(keptSpecFields.map((name) => [name, "keep" as const])),
        chart: {
          fields: {
            spec: {
              fields: {
                chart: "keep",
                version: "keep",
                interval: "keep",
                sourceRef: "keep",
                reconcileStrategy: "keep",
              },
              rest: "digest",
            },
          },
          rest: "digest",
        },
        postBuild: {
          fields: { substitute: { each: "digest" }, substituteFrom: "keep" },
          rest: "digest",
        },
        url: scrubUrl,
        values: "opaque",
        valuesFrom: {
          each: { fields: { kind: "keep", name: "keep", valuesKey: "keep" }, rest: "digest" },
        },
      },
      rest: "digest",
    },
    status: {
      fields: {
        artifact: {
          fields: { revision: "keep", digest: "keep", lastUpdateTime: "keep" },
          rest: "drop",
        },
        conditions: { each: condition },
        failures: "keep",
        history: { each: release },
        installFailures: "keep",
        inventory: {
          fields: { entries: { each: { fields: { id: "keep", v: "keep" }, rest: "drop" } } },
          rest: "drop",
        },
        lastAppliedRevision: "keep",
        lastAttemptedGeneration: "keep",
        lastAttemptedReleaseAction: "keep",
        lastAttemptedRevision: "keep",
        lastAttemptedRevisionDigest: "keep",
        lastHandledReconcileAt: "keep",
        observedGeneration: "keep",
        upgradeFailures: "keep",
      },
      rest: "drop",
    },
  },
  rest: "drop",
};
