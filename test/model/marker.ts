import {
  type Asked,
  activeOf,
  annotationOf,
  annotationsIn,
  isTalosCollected,
  maxSkewMs,
  ms,
  takenAtMs,
} from "./cluster.ts";
import { declaredRevision } from "./declared.ts";
import { EITHER, type Possible } from "./possible.ts";

// node-decision.md, "The marker", and row 7 with decision 0015, "A proof on its way"; cluster-semantics.md §1.4: what
// Talos does with annotations.

/** Whether what the Node shows under a key will be gone or another in seconds, since Talos owns it and it is not configured. */
export function isVanishing(asked: Asked, key: string | undefined): Possible<boolean> {
  const shown = annotationOf(asked.node, key);
  if (key === undefined || shown === undefined || !isOwned(asked, key)) return [false];
  if (!isTalosCollected(asked)) return [false];
  const config = activeOf(asked, asked.node);
  return config === undefined ? EITHER : [annotationsIn(config)[key] !== shown];
}

function isOwned({ node }: Asked, key: string): boolean {
  const owned: unknown = JSON.parse(annotationOf(node, "talos.dev/owned-annotations") ?? "[]");
  return Array.isArray(owned) && owned.includes(key);
}

/** Whether the marker is current and stays. */
export function isMarkerCurrent(asked: Asked): Possible<boolean> {
  const key = asked.credential.proof.revision;
  const shown = annotationOf(asked.node, key);
  if (shown === undefined || shown !== declaredRevision(asked)) return [false];
  return isVanishing(asked, key).map((vanishes) => !vanishes);
}

/** Default of `propagationDeadlineMinutes`. */
const DEADLINE_MS = 10 * 60_000;

export type Propagation = "none" | "waits" | "fails" | "foreign";

/** Row 7: what of the proof is configured and not on the Node. Every key of it counts. */
export function propagation(asked: Asked): Possible<Propagation> {
  if (!isTalosCollected(asked)) return ["none"];
  const { revision, image, uid, bootId } = asked.credential.proof;
  const keys = [revision, image, uid, bootId].filter((key) => key !== undefined);
  const config = activeOf(asked, asked.node);
  if (config === undefined) return unread(asked, keys);
  const wanted = annotationsIn(config);
  const configured = keys.filter((key) => wanted[key] !== undefined);
  const differing = configured.filter((key) => annotationOf(asked.node, key) !== wanted[key]);
  const isLacking = (key: string): boolean => annotationOf(asked.node, key) === undefined;
  if (differing.some((key) => !isLacking(key) && !isOwned(asked, key))) return ["foreign"];
  return differing.some(isLacking) ? waiting(asked, config.updatedAt) : ["none"];
}

/** Of a config that was not read: whatever it may hold of the proof. */
function unread(asked: Asked, keys: readonly string[]): Possible<Propagation> {
  return [
    "none",
    ...(keys.some((key) => annotationOf(asked.node, key) === undefined)
      ? (["waits", "fails"] as const)
      : []),
    ...(keys.some((key) => annotationOf(asked.node, key) !== undefined && !isOwned(asked, key))
      ? (["foreign"] as const)
      : []),
  ];
}

function waiting(asked: Asked, updatedAt: string | undefined): Possible<Propagation> {
  if (updatedAt === undefined) return ["waits", "fails"];
  const age = takenAtMs(asked) - ms(updatedAt);
  if (age < -maxSkewMs(asked)) return ["waits", "fails"];
  return [age < DEADLINE_MS ? "waits" : "fails"];
}
