import { isCovered } from "../../snapshot/coverage.ts";
import type { IndexedObject } from "../../snapshot/object-index.ts";
import { objectKey } from "../../snapshot/snapshot.ts";
import { type AbsentFact, absent, known } from "./fact.ts";
import { gapsOf, missingReasons } from "./gaps.ts";
import { type Known, unknownFor } from "./known.ts";
import type { FactSource } from "./subject.ts";

/** Which object of the cluster is meant. `resource` is its name for kubectl. */
export interface ObjectSought {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What is known of an object of the cluster. */
export type LiveObject = Known<IndexedObject> | AbsentFact;

/**
 * The object as the API server gave it; absent when a complete list does not hold it. A copy without UID
 * is what somebody declared, and says nothing about the cluster.
 */
export function liveObject(source: FactSource, sought: ObjectSought): LiveObject {
  const { snapshot, index } = source;
  const { apiVersion, kind, resource, namespace, name } = sought;
  const key = objectKey(apiVersion, kind, namespace, name);
  const object = index.get(key);
  if (object?.metadata.uid !== undefined) return known({ key, object });
  const isListed = isCovered(snapshot, { kind: `${apiVersion}/${kind}`, namespace }) === "complete";
  const gaps = gapsOf(source).on("objects", key);
  if (object === undefined && isListed && gaps.length === 0) return absent;
  const what = `${kind} ${namespace}/${name}`;
  return unknownFor(
    missingReasons(gaps, {
      detail:
        object === undefined
          ? `${what} is not in the snapshot, and no complete list says that there is none`
          : `${what} is in the snapshot without UID, so it is a declaration and not what the cluster has`,
      cure: `kubectl get ${resource} ${name} -n ${namespace} -o json`,
    }),
  );
}
