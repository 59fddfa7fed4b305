import type { Timestamp } from "../../../time/time.ts";
import { absent, type Fact, known } from "../fact.ts";
import { eachOnce, unknownFor } from "../known.ts";
import { type Healing, healings } from "./blocker.ts";
import type { FluxNode } from "./flux-node.ts";
import type { Outlook } from "./outlook.ts";

/** What it takes until the node is ready: known as far as what was not read cannot make it worse. */
export function tellHealing(
  { isBlocked }: FluxNode,
  { healing, most, reasons, unsure }: Outlook,
): Fact<Healing> {
  const worst = reasons.length === 0 ? most : "needsHand";
  if (healing === worst) return known(healing);
  const least = isBlocked === undefined ? "none" : healing;
  const possible = healings.slice(healings.indexOf(least), healings.indexOf(worst) + 1);
  return unknownFor(eachOnce([...reasons, ...unsure]), { oneOf: possible });
}

/** When all attempts in its way are over; absent where time alone changes nothing, or nothing is in its way. */
export function tellRetry(node: FluxNode, outlook: Outlook): Fact<Timestamp> {
  const { healing } = outlook;
  const isFutile = healing === "needsHand" || healing === "needsCommit";
  if (node.isBlocked === false || isFutile) return absent;
  const unclear = [...outlook.reasons, ...outlook.unsure];
  return unclear.length > 0 ? unknownFor(eachOnce(unclear)) : tellAttempts(node, outlook);
}

/** When all attempts in its way are over, whatever they come to; absent where there is none. */
export function tellAttempts({ isBlocked }: FluxNode, { attempts }: Outlook): Fact<Timestamp> {
  if (isBlocked === false) return absent;
  if (attempts.reasons.length > 0) return unknownFor(attempts.reasons);
  return attempts.latest === undefined ? absent : known(attempts.latest);
}
