import type { JsonValue } from "../../../input/json-value.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { listAt, numberAt, textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { deliveringRelease } from "./delivering-release.ts";

const states = ["succeeded", "failed", "inProgress", "none"] as const;
export type HelmDelivery = (typeof states)[number];

export const deliveryHelm: FactDeclaration<FleetSubject, HelmDelivery> = {
  name: "delivery.helm",
  type: enumFact("HelmDelivery", states),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    "/objects/helm.toolkit.fluxcd.io~1v2~1HelmRelease~1<namespace>~1<name>/status/conditions",
  ],
  doc: "How the HelmRelease that delivers the DaemonSet fares, by its Ready condition: succeeded, failed, inProgress (also when the condition is about an older generation, or it waits for a dependency or source), none (no such release or no such condition). Success does not mean that any pod was replaced. Absent where the profile names none.",
  derive: (subject, _read, note) => {
    if (subject.helmRelease === undefined) return absent;
    const found = deliveringRelease(subject);
    if (found.state === "unknown") return { ...found, present: true };
    if (found.state === "absent") return known("none");
    const { key, object } = found.value;
    const conditions = listAt(object, ["status", "conditions"]);
    const at = conditions.findIndex((one) => textAt(one, ["type"]) === "Ready");
    const ready = conditions[at];
    if (ready === undefined) return known("none");
    const path = ["objects", key, "status", "conditions", String(at), "status"];
    note?.(path, textAt(ready, ["status"]) ?? null);
    return known(judgeReady(ready, object.metadata.generation));
  },
};

const waitingReasons = ["DependencyNotReady", "SourceNotReady"];

function judgeReady(ready: JsonValue, generation: number | undefined): HelmDelivery {
  const observed = numberAt(ready, ["observedGeneration"]) ?? generation;
  if (observed !== generation) return "inProgress";
  const status = textAt(ready, ["status"]);
  if (status === "True") return "succeeded";
  const isWaiting = waitingReasons.includes(textAt(ready, ["reason"]) ?? "");
  return status === "False" && !isWaiting ? "failed" : "inProgress";
}
