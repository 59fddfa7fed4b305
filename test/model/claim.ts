import { type Asked, annotationOf, bootIdOf, ms } from "./cluster.ts";
import { configured } from "./configured.ts";
import { declaredFirstMs, historyOf, isRevisionOfDeclared, othersOf } from "./history.ts";
import { isVanishing } from "./marker.ts";
import { EITHER, everyWay, type Possible } from "./possible.ts";
import { startMs } from "./runtime-start.ts";
import { restartsByItself } from "./talos-version.ts";

// node-decision.md, E2 and E3: a claim speaks for the run of the runtime in which it was made.

export interface Claim {
  readonly revision: string;
  readonly image: string | undefined;
  readonly uid: string | undefined;
  /** Boot id, or start of the runtime; undefined: it names no run. */
  readonly run: string | undefined;
  /** Whether the run that it names goes on standing there. */
  readonly isRunStaying: Possible<boolean>;
}

/** E3: the claim that the Node carries; one that vanishes counts as missing. */
export function markerClaim(asked: Asked): Claim | undefined {
  const { revision, image, uid, bootId } = asked.credential.proof;
  const named = annotationOf(asked.node, revision);
  if (named === undefined) return undefined;
  return {
    revision: named,
    image: annotationOf(asked.node, image),
    uid: annotationOf(asked.node, uid),
    run: annotationOf(asked.node, bootId),
    isRunStaying: isVanishing(asked, bootId).map((vanishes) => !vanishes),
  };
}

export function isMarkerStaying({ ...asked }: Asked): Possible<boolean> {
  return isVanishing(asked, asked.credential.proof.revision).map((vanishes) => !vanishes);
}

/** E2: the claims of accepted hand-offs about this node; undefined: they were not read. */
export function handOffClaims(asked: Asked): readonly Claim[] | undefined {
  const { snapshot, node, credential } = asked;
  const isGap = (snapshot.gaps ?? []).some(({ part }) => part === "proofs");
  if (snapshot.proofs === undefined || isGap) return undefined;
  return snapshot.proofs.flatMap((handOff) => {
    if (handOff.credential !== credential.name || !isVersion(handOff.version)) return [];
    const { credentialRevision: revision, image, nodes } = handOff;
    if (typeof revision !== "string" || typeof image !== "string" || !areNodes(nodes)) return [];
    return nodes
      .filter(({ name, uid }) => name === node.metadata.name && uid === node.metadata.uid)
      .map(({ uid, bootId: run }) => ({ revision, image, uid, run, isRunStaying: [true] }));
  });
}

const isVersion = (version: unknown): boolean => version === 1 || version === 2;

interface HandedOver {
  readonly name: string;
  readonly uid: string;
  readonly bootId?: string;
}

/** credential-bridge.md §1.5: not empty, every name and UID there and unique, or the document counts for nothing. */
function areNodes(nodes: unknown): nodes is readonly HandedOver[] {
  if (!Array.isArray(nodes) || nodes.length === 0) return false;
  const isText = (text: unknown): boolean => typeof text === "string" && text !== "";
  const isUnique = (key: "name" | "uid"): boolean =>
    new Set(nodes.map((each) => each[key])).size === nodes.length;
  return (
    nodes.every(({ name, uid }) => isText(name) && isText(uid)) &&
    isUnique("name") &&
    isUnique("uid")
  );
}

/** Whether a claim shows that the runtime has the declared credential loaded. */
export function doesClaimHold(asked: Asked, claim: Claim): Possible<boolean> {
  const ways = everyWay<{ isOfDeclared: boolean; isOfThisRun: boolean }>({
    isOfDeclared: isRevisionOfDeclared(asked, claim.revision),
    isOfThisRun: isOfThisRun(asked, claim),
  });
  return ways.map((way) => way.isOfDeclared && way.isOfThisRun);
}

function isOfThisRun(asked: Asked, claim: Claim): Possible<boolean> {
  if (claim.uid !== undefined && claim.uid !== asked.node.metadata.uid) return [false];
  return everyWay<{ restarts: boolean; stays: boolean }>({
    restarts: restartsByItself(asked.node),
    stays: claim.isRunStaying,
  }).flatMap(({ restarts, stays }) =>
    namedRun(asked, claim.run, restarts).flatMap((named) =>
      named === "other" ? [false] : named === "this" && stays ? [true] : atItsWord(asked),
    ),
  );
}

/** Up to 1.13 the boot id tells the run; from 1.14 on the start of the runtime does, and a boot id only which it is not. */
function namedRun(
  asked: Asked,
  run: string | undefined,
  restarts: boolean,
): Possible<"this" | "other" | "none"> {
  if (run === undefined) return ["none"];
  const isBoot = run === bootIdOf(asked.node);
  if (!restarts) return [isBoot ? "this" : "other"];
  if (Number.isNaN(ms(run))) return [isBoot ? "none" : "other"];
  const start = startMs(asked);
  return start === undefined ? ["this", "other"] : [ms(run) === start ? "this" : "other"];
}

/** Of a claim that names no run: no other credential was declared since, and the config is not another. */
function atItsWord(asked: Asked): Possible<boolean> {
  return everyWay<{ wasOtherSince: boolean; isConfigured: boolean }>({
    wasOtherSince: wasOtherDeclaredSince(asked),
    isConfigured: configured(asked).map((each) => each === "same" || each === "notCollected"),
  }).map((way) => !way.wasOtherSince && way.isConfigured);
}

/** Where the profile names no history it is taken at its word; where one was not read, nobody knows. */
function wasOtherDeclaredSince(asked: Asked): Possible<boolean> {
  const history = historyOf(asked);
  if (history === "notCollected") return [false];
  if (history === "unread") return EITHER;
  const firstMs = declaredFirstMs(asked);
  const since = othersOf(history).filter(
    ({ lastMs }) => firstMs === undefined || lastMs === undefined || lastMs >= firstMs,
  );
  if (since.length === 0) return [false];
  const isCertain = (each: (typeof since)[number]): boolean =>
    firstMs !== undefined && each.lastMs !== undefined && !each.isDeclaredOne.includes(true);
  return since.some(isCertain) ? [true] : EITHER;
}
