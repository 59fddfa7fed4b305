import { ownValue } from "../../../../input/own-value.ts";
import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { judgeDefinition } from "./custom-resource-definition.ts";
import { judgeDaemonSet } from "./daemon-set.ts";
import { judgeDeployment } from "./deployment.ts";
import { judgeByReady, judgeGeneric } from "./generic.ts";
import { judgeJob } from "./job.ts";
import { current, type ObjectStatus } from "./object-status.ts";
import { judgeClaim } from "./persistent-volume-claim.ts";
import { judgePod } from "./pod.ts";
import { judgeReplicaSet } from "./replica-set.ts";
import { judgeService } from "./service.ts";
import { judgeStatefulSet } from "./stateful-set.ts";

const isThere = (): ObjectStatus => current(["metadata", "uid"]);

/** Kinds that kstatus knows, by `group/Kind`; the core group is empty. */
const rules: Readonly<Record<string, (object: ClusterObject) => ObjectStatus>> = {
  "/Service": judgeService,
  "/Pod": judgePod,
  "/Secret": isThere,
  "/ConfigMap": isThere,
  "/PersistentVolumeClaim": judgeClaim,
  "apps/StatefulSet": judgeStatefulSet,
  "apps/DaemonSet": judgeDaemonSet,
  "apps/Deployment": judgeDeployment,
  "apps/ReplicaSet": judgeReplicaSet,
  "policy/PodDisruptionBudget": isThere,
  "batch/CronJob": isThere,
  "batch/Job": judgeJob,
  "apiextensions.k8s.io/CustomResourceDefinition": judgeDefinition,
};

/**
 * What Flux makes of an object that it waits for: kstatus (`cli-utils` `pkg/kstatus/status`), with Flux's own rule
 * for Jobs. Kinds without a rule go by the conditions Reconciling, Stalled and Ready.
 */
export function judgeObject(object: ClusterObject): ObjectStatus {
  const { apiVersion, kind } = object;
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  const rule = ownValue(rules, `${group}/${kind}`) ?? judgeByReady;
  return judgeGeneric(object) ?? rule(object);
}

/**
 * Kinds of the API itself that are current as soon as they exist. Unread they are taken for current: the worst that it
 * hides is one that is being deleted, which needs nobody either.
 */
const existing: ReadonlySet<string> = new Set([
  "/ConfigMap",
  "/LimitRange",
  "/Namespace",
  "/ResourceQuota",
  "/Secret",
  "/ServiceAccount",
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
  "batch/CronJob",
  "networking.k8s.io/Ingress",
  "networking.k8s.io/IngressClass",
  "networking.k8s.io/NetworkPolicy",
  "rbac.authorization.k8s.io/ClusterRole",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/RoleBinding",
  "scheduling.k8s.io/PriorityClass",
  "storage.k8s.io/CSIDriver",
  "storage.k8s.io/StorageClass",
]);

/** Whether nothing is waited for once an object of the kind is applied. */
export function isCurrentOnceApplied(group: string, kind: string): boolean {
  return existing.has(`${group}/${kind}`);
}
