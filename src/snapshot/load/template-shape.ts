import { isObject, type JsonValue } from "../../input/json-value.ts";
import { jsonMap } from "./json-access.ts";
import { type Scrubber, type Shape, safeKey, scrub } from "./scrub.ts";

/** Annotations of a template: text that facts need stays, the rest is digested. */
function scrubAnnotations(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  if (!isObject(value)) return scrub(value, "digest", scrubber);
  return jsonMap(
    Object.entries(value).map(([key, inner]) => [
      safeKey(key, scrubber),
      scrubber.isKeptAnnotation(key) ? inner : scrub(inner, "digest", scrubber),
    ]),
  );
}

const environment: Shape = {
  each: { fields: { name: "keep", value: "digest", valueFrom: "keep" }, rest: "digest" },
};

const container: Shape = {
  fields: {
    name: "keep",
    image: "keep",
    imagePullPolicy: "keep",
    env: environment,
    envFrom: "keep",
    ports: "keep",
    resizePolicy: "keep",
    resources: "keep",
    restartPolicy: "keep",
    securityContext: "keep",
    terminationMessagePath: "keep",
    terminationMessagePolicy: "keep",
    volumeDevices: "keep",
    volumeMounts: "keep",
  },
  rest: "digest",
};

const volume: Shape = {
  fields: {
    name: "keep",
    hostPath: "keep",
    emptyDir: "keep",
    configMap: { fields: { name: "keep" }, rest: "digest" },
    secret: { fields: { secretName: "keep" }, rest: "digest" },
    persistentVolumeClaim: "keep",
  },
  rest: "digest",
};

/**
 * A pod template: what the workload runs stays readable, arguments, environment and whatever is not known to
 * be harmless become digests. Equal templates stay equal, different ones different.
 */
export const podTemplateShape: Shape = {
  fields: {
    $patch: "keep",
    metadata: {
      fields: {
        name: "keep",
        namespace: "keep",
        creationTimestamp: "keep",
        labels: "keep",
        annotations: scrubAnnotations,
      },
      rest: "digest",
    },
    spec: {
      fields: {
        affinity: "keep",
        automountServiceAccountToken: "keep",
        containers: { each: container },
        dnsPolicy: "keep",
        ephemeralContainers: { each: container },
        hostIPC: "keep",
        hostNetwork: "keep",
        hostPID: "keep",
        hostUsers: "keep",
        imagePullSecrets: "keep",
        initContainers: { each: container },
        nodeSelector: "keep",
        priorityClassName: "keep",
        restartPolicy: "keep",
        runtimeClassName: "keep",
        schedulerName: "keep",
        securityContext: "keep",
        serviceAccount: "keep",
        serviceAccountName: "keep",
        terminationGracePeriodSeconds: "keep",
        tolerations: "keep",
        topologySpreadConstraints: "keep",
        volumes: { each: volume },
      },
      rest: "digest",
    },
  },
  rest: "digest",
};
