import { componentKustomization, type ProfileGate } from "../../../profile/profile.ts";
import type { GitFileRecord } from "../../../snapshot/snapshot.ts";
import { type Fact, known, type Note } from "../fact.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { gitFile } from "./git-file.ts";

/** Whether the kustomization lists the gate's component. */
export function judgeReferenced(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const { kustomization, component } = gate.declared;
  const file = gitFile(source, kustomization, "components");
  if (file.state === "unknown") return file;
  const components = file.value.components ?? [];
  const at = components.indexOf(component);
  const path = ["git", "files", kustomization, "components"];
  if (at < 0) note?.(path, file.value.components ?? null);
  else note?.([...path, String(at)], component);
  return known(at >= 0);
}

/**
 * Whether Git declares the gate: the kustomization lists its component, and the component sets the
 * profile's field to OnDelete. Either half decides alone when it is false.
 */
export function judgeDeclared(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const halves = [judgeReferenced(source, gate, note), judgeOnDelete(source, gate, note)];
  if (halves.some((half) => half.state === "value" && !half.value)) return known(false);
  const reasons = reasonsOf(halves);
  return reasons.length === 0 ? known(true) : unknownFor(reasons);
}

function judgeOnDelete(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const path = componentKustomization(gate);
  const file = gitFile(source, path, "strategies");
  if (file.state === "unknown") return file;
  const strategies = file.value.strategies ?? [];
  const at = strategies.findIndex((one) => setsOnDelete(one, gate));
  const seenAt = ["git", "files", path, "strategies"];
  if (at < 0) note?.(seenAt, file.value.strategies ?? null);
  else note?.([...seenAt, String(at), "value"], "OnDelete");
  return known(at >= 0);
}

type StrategyRecord = NonNullable<GitFileRecord["strategies"]>[number];

/** A patch may leave the namespace out, and so may the profile: then the name alone identifies. */
function setsOnDelete(found: StrategyRecord, gate: ProfileGate): boolean {
  const sought = gate.declared.strategy;
  const isSameNamespace =
    found.namespace === undefined ||
    sought.namespace === undefined ||
    found.namespace === sought.namespace;
  return (
    found.value === "OnDelete" &&
    found.kind === sought.kind &&
    found.name === sought.name &&
    found.pointer === sought.pointer &&
    isSameNamespace
  );
}
