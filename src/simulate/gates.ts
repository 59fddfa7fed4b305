import { createFactSource } from "../engine/fact-source.ts";
import type { FactSource, GateSubject } from "../engine/facts/subject.ts";
import { didYouMean } from "../input/suggest.ts";
import type { ProfileGate } from "../profile/profile.ts";
import type { IndexedObject } from "../snapshot/object-index.ts";
import { objectKey } from "../snapshot/snapshot.ts";
import type { EventContext, Refusal } from "./event.ts";

/** The gate of that name, or the only one of the profile where none is named. */
export function findGate({ profile }: EventContext, name: string): ProfileGate | Refusal {
  const all = profile.spec.gates ?? [];
  const names = all.map((each) => each.name);
  const [only, ...others] = all;
  if (only === undefined) return { refused: "the profile names no gate" };
  if (name === "" && others.length === 0) return only;
  if (name === "")
    return { refused: "which gate is not said", help: `one of: ${names.join(", ")}` };
  return (
    all.find((each) => each.name === name) ?? {
      refused: `the profile names no gate \`${name}\``,
      help: didYouMean(name, names),
    }
  );
}

/** The gate as facts are asked about it, as of now. */
export function gateSubjectOf({ snapshot, profile }: EventContext, gate: ProfileGate): GateSubject {
  return { source: createFactSource(snapshot, profile), gate };
}

/** The gate's DaemonSet, if the profile names one and it was read. */
export function seenDaemonSet(
  { index }: FactSource,
  { daemonSet }: ProfileGate,
): IndexedObject | undefined {
  if (daemonSet === undefined) return undefined;
  const key = objectKey("apps/v1", "DaemonSet", daemonSet.namespace, daemonSet.name);
  const object = index.get(key);
  return object === undefined ? undefined : { key, object };
}

/** The Deployment that the gate holds, if the profile names one and it was read. */
export function seenHold(
  { index }: FactSource,
  { ownership }: ProfileGate,
): IndexedObject | undefined {
  if (ownership === undefined) return undefined;
  const { namespace, name } = ownership.deployment;
  const key = objectKey("apps/v1", "Deployment", namespace, name);
  const object = index.get(key);
  return object === undefined ? undefined : { key, object };
}
