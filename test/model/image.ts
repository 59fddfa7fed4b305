import { type Claim, handOffClaims, isMarkerStaying, markerClaim } from "./claim.ts";
import { type Asked, annotationOf } from "./cluster.ts";
import { isRevisionOfDeclared } from "./history.ts";
import { isVanishing } from "./marker.ts";
import { anyOf, EITHER, everyWay, type Possible } from "./possible.ts";

// node-decision.md, "The image half of the proof": proved by a marker or an accepted hand-off for the desired image
// whose revision is one of the declared credential.

export function isImageProved(asked: Asked): Possible<boolean> {
  if (asked.credential.image === undefined) return [true];
  const handedOver = handOffClaims(asked);
  return everyWay<{ marker: boolean; handOff: boolean }>({
    marker: byMarker(asked),
    handOff:
      handedOver === undefined ? EITHER : anyOf(handedOver.map((claim) => proves(asked, claim))),
  }).map(({ marker, handOff }) => marker || handOff);
}

function byMarker(asked: Asked): Possible<boolean> {
  const claim = markerClaim(asked);
  const key = asked.credential.proof.image;
  if (claim === undefined || annotationOf(asked.node, key) === undefined) return [false];
  // cluster-semantics.md §1.4: a machine that was replaced gets its annotations from the config of the one before it.
  if (claim.uid !== undefined && claim.uid !== asked.node.metadata.uid) return [false];
  return everyWay<{ proves: boolean; stays: boolean; vanishes: boolean }>({
    proves: proves(asked, claim),
    stays: isMarkerStaying(asked),
    vanishes: isVanishing(asked, key),
  }).map((way) => way.proves && way.stays && !way.vanishes);
}

function proves(asked: Asked, { revision, image }: Claim): Possible<boolean> {
  const desired = desiredImage(asked);
  return everyWay<{ isOfDeclared: boolean; isDesired: boolean }>({
    isOfDeclared: isRevisionOfDeclared(asked, revision),
    isDesired: desired === undefined ? EITHER : [image === desired],
  }).map((way) => way.isOfDeclared && way.isDesired);
}

/** Undefined: Git's tag was not read. */
function desiredImage({ snapshot, credential: { image } }: Asked): string | undefined {
  if (image === undefined) return undefined;
  const tag = snapshot.git?.files[image.tag.file]?.values?.[image.tag.pointer];
  return tag === undefined ? undefined : `${image.repository}:${image.tagPrefix ?? ""}${tag}`;
}
