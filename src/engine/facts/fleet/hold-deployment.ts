import type { IndexedObject } from "../../../snapshot/object-index.ts";
import { type AbsentFact, absent, unknown } from "../fact.ts";
import type { Known } from "../known.ts";
import { liveObject } from "../live-object.ts";
import type { GateSubject } from "../subject.ts";

/**
 * The Deployment that the gate holds at zero; absent when the profile names none. One that the profile
 * names is expected: lacking, it is unknown, even where a complete list lacks it, so that a hold on it
 * is never taken for released.
 */
export function holdDeployment({ source, gate }: GateSubject): Known<IndexedObject> | AbsentFact {
  if (gate.ownership === undefined) return absent;
  const { namespace, name } = gate.ownership.deployment;
  const found = liveObject(source, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    resource: "deployment",
    namespace,
    name,
  });
  if (found.state !== "absent") return found;
  return unknown(
    "Inconsistent",
    `the profile names Deployment ${namespace}/${name} for gate ${gate.name}, and the list of Deployments lacks it`,
    { cure: `kubectl get deployment ${name} -n ${namespace} -o json; or mend the profile` },
  );
}
