import { isList, isObject, type JsonValue } from "../../input/json-value.ts";
import { tellFluxMessage } from "./flux-message-shape.ts";
import { jsonMap } from "./json-access.ts";
import { tellRequest } from "./kept-annotations.ts";
import { scrubName } from "./name-text.ts";
import { type Scrubber, type Shape, scrub } from "./scrub.ts";
import { verificationShape } from "./verification-shape.ts";

const keptSpecFields = [
  "deletionPolicy",
  "driftDetection",
  "force",
  "insecure",
  "install",
  "interval",
  "layerSelector",
  "maxHistory",
  "provider",
  "prune",
  "ref",
  "releaseName",
  "retryInterval",
  "rollback",
  "serviceAccountName",
  "storageNamespace",
  "suspend",
  "targetNamespace",
  "test",
  "timeout",
  "uninstall",
  "upgrade",
  "wait",
  "waitStrategy",
];

/** Nothing but what names another object: what else stands there nobody has looked at. */
const reference: Shape = {
  fields: {
    apiVersion: "keep",
    kind: "keep",
    name: "keep",
    namespace: "keep",
    optional: "keep",
  },
  rest: "drop",
};

/** The value of a request annotation, as the controller repeats it. */
function scrubRequest(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  return typeof value === "string"
    ? tellRequest(value, scrubber)
    : scrub(value, "digest", scrubber);
}

const condition: Shape = {
  fields: {
    type: "keep",
    status: "keep",
    reason: "keep",
    message: tellFluxMessage,
    lastTransitionTime: "keep",
    observedGeneration: "keep",
  },
  rest: "drop",
};

/** The expression stays out, but that there is one decides what Flux asks of the dependency. */
const dependency: Shape = {
  fields: {
    apiVersion: "keep",
    kind: "keep",
    name: "keep",
    namespace: "keep",
    readyExpr: "digest",
  },
  rest: "drop",
};

/** Of which kinds Flux judges the health by expressions. */
const healthExpressions: Shape = { fields: { apiVersion: "keep", kind: "keep" }, rest: "digest" };

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
    lastReconciledDuration: scrubName,
    lastReconciledStatus: "keep",
    metadata: { fields: { revision: scrubName }, rest: "drop" },
    totalReconciliations: "keep",
  },
  rest: "drop",
};

function shapeWith(values: Shape): Shape {
  return {
    fields: {
      spec: {
        fields: {
          ...Object.fromEntries(keptSpecFields.map((name) => [name, "keep" as const])),
          chartRef: reference,
          chart: {
            fields: {
              spec: {
                fields: {
                  chart: "keep",
                  version: "keep",
                  interval: "keep",
                  sourceRef: reference,
                  reconcileStrategy: "keep",
                },
                rest: "digest",
              },
            },
            rest: "digest",
          },
          dependsOn: { each: dependency },
          healthCheckExprs: { each: healthExpressions },
          healthChecks: { each: reference },
          postBuild: {
            fields: { substitute: { each: "digest" }, substituteFrom: { each: reference } },
            rest: "digest",
          },
          secretRef: reference,
          sourceRef: reference,
          values,
          verify: verificationShape,
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
          lastHandledReconcileAt: scrubRequest,
          observedGeneration: "keep",
          upgradeFailures: "keep",
        },
        rest: "drop",
      },
    },
    rest: "drop",
  };
}

/** Objects of Flux: what they point at and how they fare stays, values, patches, paths and URLs become digests. */
export const fluxShape: Shape = shapeWith("opaque");

/**
 * Of a HelmRelease that a gate names: each value is a digest of its own, so that without the gate's fields the rest can be
 * compared. Keys may be whatever an owner wrote, so they are digests too, but for the names on the way to those fields.
 */
export function gatedReleaseShape(keptNames: ReadonlySet<string>): Shape {
  return shapeWith((value, scrubber) => digestTree(value, scrubber, keptNames));
}

function digestTree(
  value: JsonValue,
  scrubber: Scrubber,
  keptNames: ReadonlySet<string>,
): JsonValue | undefined {
  if (isList(value)) {
    const items = value.map((item) => digestTree(item, scrubber, keptNames));
    return items.filter((item) => item !== undefined);
  }
  if (!isObject(value)) return scrub(value, "digest", scrubber);
  return jsonMap(
    Object.entries(value).map(([key, inner]) => [
      valueKey(key, scrubber, keptNames),
      digestTree(inner, scrubber, keptNames),
    ]),
  );
}

/** How a key among the values is told. */
export function valueKey(
  key: string,
  { digest }: Pick<Scrubber, "digest">,
  keptNames: ReadonlySet<string>,
): string {
  return keptNames.has(key) ? key : digest(key);
}
