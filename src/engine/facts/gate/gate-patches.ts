import { componentKustomization, componentOf, type ProfileGate } from "../../../profile/profile.ts";
import type { GitFileRecord } from "../../../snapshot/snapshot.ts";
import { type Fact, known, type Note } from "../fact.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { gitFile } from "./git-file.ts";

/** Whether the kustomization lists the gate's component. */
export function judgeReferenced(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const { kustomization } = gate.declared;
  const component = componentOf(kustomization, gate.declared.component);
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
 * Whether the files of the gate declare it: the kustomization lists its component, the component sets the profile's field to
 * OnDelete, and no patch of the kustomization, which comes after, takes that back. Each decides alone when it is false.
 */
export function judgePatches(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const parts = [
    judgeReferenced(source, gate, note),
    judgeOnDelete(source, gate, note),
    judgeKept(source, gate, note),
  ];
  if (parts.some((part) => part.state === "value" && !part.value)) return known(false);
  const reasons = reasonsOf(parts);
  return reasons.length === 0 ? known(true) : unknownFor(reasons);
}

function judgeOnDelete(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const path = componentKustomization(gate);
  const left = leftBy(source, gate, path, note);
  return left.state === "unknown" ? left : known(left.value === ON_DELETE);
}

function judgeKept(source: FactSource, gate: ProfileGate, note: Note | undefined): Fact<boolean> {
  const left = leftBy(source, gate, gate.declared.kustomization, note);
  return left.state === "unknown"
    ? left
    : known(left.value === undefined || left.value === ON_DELETE);
}

const ON_DELETE = "OnDelete";

/** What the patches of a file leave, the last of them; undefined where none touches the field. */
function leftBy(
  source: FactSource,
  gate: ProfileGate,
  path: string,
  note: Note | undefined,
): Known<string | null | undefined> {
  const file = gitFile(source, path, "strategies");
  if (file.state === "unknown") return file;
  const strategies = file.value.strategies ?? [];
  const at = strategies.findLastIndex((one) => isOfGate(one, gate));
  const seenAt = ["git", "files", path, "strategies"];
  const value = strategies[at]?.value;
  if (value !== undefined) note?.([...seenAt, String(at), "value"], value);
  else if (path === componentKustomization(gate)) note?.(seenAt, file.value.strategies ?? null);
  return known(value);
}

type StrategyRecord = NonNullable<GitFileRecord["strategies"]>[number];

/** A patch may leave the namespace out, and so may the profile: then the name alone identifies. */
function isOfGate(found: StrategyRecord, gate: ProfileGate): boolean {
  const sought = gate.declared.strategy;
  const isSameNamespace =
    found.namespace === undefined ||
    sought.namespace === undefined ||
    found.namespace === sought.namespace;
  return (
    found.kind === sought.kind &&
    found.name === sought.name &&
    found.pointer === sought.pointer &&
    isSameNamespace
  );
}
