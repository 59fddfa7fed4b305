import { type LiveObject, liveObject } from "../live-object.ts";
import type { FactSource } from "../subject.ts";

/** Which DaemonSet. */
export interface DaemonSetName {
  readonly namespace: string;
  readonly name: string;
}

/** What reads it. */
export function daemonSetCure({ namespace, name }: DaemonSetName): string {
  return `kubectl get daemonset ${name} -n ${namespace} -o json`;
}

/** The DaemonSet as the cluster has it; absent when there is none. */
export function liveDaemonSet(source: FactSource, daemonSet: DaemonSetName): LiveObject {
  return liveObject(source, {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    resource: "daemonset",
    ...daemonSet,
  });
}
