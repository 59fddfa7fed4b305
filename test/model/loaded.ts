import type { ProbeRecord } from "../../src/snapshot/snapshot.ts";
import { doesClaimHold, handOffClaims, isMarkerStaying, markerClaim } from "./claim.ts";
import { type Asked, bootIdOf, ms, talosOf } from "./cluster.ts";
import { type Configured, configured } from "./configured.ts";
import { declaredFirstMs, historyOf, isRevisionOfDeclared, othersOf } from "./history.ts";
import { anyOf, distinct, EITHER, everyWay, type Possible } from "./possible.ts";
import { latestStartMs, startMs } from "./runtime-start.ts";
import { restartsByItself } from "./talos-version.ts";

// node-decision.md: L, what the runtime works with, by the evidence E1 to E6. Evidence narrows; where two pieces contradict
// each other nothing is known.

export type Loaded = "same" | "changed";

/**
 * What is loaded, for one thing that may be configured. Nothing, where that is only one of several and what is certain
 * excludes it: what was not read contradicts nobody.
 */
export function loadedWhere(asked: Asked, config: Configured): Possible<Loaded> {
  const ways = everyWay<Evidence>({
    e1: isStartedAfterConfig(asked),
    e2: isHandedOver(asked),
    areHandOffsRead: [handOffClaims(asked) !== undefined],
    e3: isMarked(asked),
    e4: isOlderThanDeclared(asked),
    startedBeforeOthers: isOlderThanOthers(asked),
    e6: isRefused(asked),
  });
  const isRead = configured(asked).length === 1;
  return distinct(ways.flatMap((way) => narrow(way, config, isRead)));
}

interface Evidence {
  readonly e1: boolean;
  readonly e2: boolean;
  readonly areHandOffsRead: boolean;
  readonly e3: boolean;
  readonly e4: boolean;
  readonly startedBeforeOthers: boolean;
  readonly e6: boolean;
}

function narrow(evidence: Evidence, config: Configured, isRead: boolean): Possible<Loaded> {
  const { e1, e2, e3, e4, e6 } = evidence;
  const isOther = config === "changed" || config === "absent";
  const isSame = (e1 && config === "same") || e2 || e3;
  const isChanged = (e1 && isOther) || e4 || (isOther && isUnclaimed(evidence)) || e6;
  if (isSame && isChanged && !isRead && !e6) return [];
  if (isSame === isChanged) return ["same", "changed"];
  return [isSame ? "same" : "changed"];
}

/** E5: neither E2 nor E3 holds, and the runtime is not older than every other credential. */
function isUnclaimed({ e2, areHandOffsRead, e3, startedBeforeOthers }: Evidence): boolean {
  return areHandOffsRead && !e2 && !e3 && !startedBeforeOthers;
}

/** E1; nothing follows from the converse. */
function isStartedAfterConfig(asked: Asked): Possible<boolean> {
  const start = startMs(asked);
  const changedAt = talosOf(asked, asked.node)?.registryConfigUpdatedAt;
  if (start === undefined || changedAt === undefined) return [false];
  return [start > ms(changedAt)];
}

/** E2. Hand-offs that were not read show nothing, and leave E5 open. */
function isHandedOver(asked: Asked): Possible<boolean> {
  const claims = handOffClaims(asked);
  if (claims === undefined) return [false];
  return anyOf(claims.map((claim) => doesClaimHold(asked, claim)));
}

/** E3. */
function isMarked(asked: Asked): Possible<boolean> {
  const claim = markerClaim(asked);
  if (claim === undefined) return [false];
  return everyWay<{ holds: boolean; stays: boolean }>({
    holds: doesClaimHold(asked, claim),
    stays: isMarkerStaying(asked),
  }).map(({ holds, stays }) => holds && stays);
}

/** E4. */
function isOlderThanDeclared(asked: Asked): Possible<boolean> {
  const [latest, first] = [latestStartMs(asked), declaredFirstMs(asked)];
  return [latest !== undefined && first !== undefined && latest < first];
}

/** E5's exception: the runtime started before any other credential was first declared, so it cannot have one loaded. */
function isOlderThanOthers(asked: Asked): Possible<boolean> {
  const history = historyOf(asked);
  if (history === "notCollected") return [false];
  if (history === "unread") return EITHER;
  const others = othersOf(history);
  if (others.length === 0) return [true];
  const first = Math.min(...others.map(({ firstMs }) => firstMs ?? Number.NaN));
  const [start, latest] = [startMs(asked), latestStartMs(asked)];
  if (latest !== undefined && latest < first) return [true];
  return start === undefined || Number.isNaN(first) ? EITHER : [false];
}

/** E6, with decision 0015, "A refused pull". */
function isRefused(asked: Asked): Possible<boolean> {
  const { snapshot, credential, node } = asked;
  const probes = (snapshot.probes ?? []).filter((each) => each.credential === credential.name);
  const here = probes.filter(
    ({ through, node: name, uncached }) =>
      through === "kubelet" && name === node.metadata.name && uncached === true,
  );
  return anyOf(
    here
      .filter(({ result }) => result === "denied")
      .map((denied) =>
        isRefusal(asked, denied, {
          accepted: probes.filter(
            ({ through, result }) => through === "registry" && result === "pulled",
          ),
          pulled: here.filter(({ result }) => result === "pulled"),
        }),
      ),
  );
}

function isRefusal(
  asked: Asked,
  denied: ProbeRecord,
  { accepted, pulled }: Record<"accepted" | "pulled", readonly ProbeRecord[]>,
): Possible<boolean> {
  const isLater = ({ image, at }: ProbeRecord): boolean =>
    image === denied.image && ms(at ?? "") >= ms(denied.at ?? "");
  return everyWay<{ isNow: boolean; isAccepted: boolean; isTakenBack: boolean }>({
    isNow: isInThisRun(asked, denied),
    isAccepted: anyOf(
      accepted.filter(isLater).map(({ revision }) => isRevisionOfDeclared(asked, revision ?? "")),
    ),
    isTakenBack: anyOf(pulled.filter(isLater).map((each) => isInThisRun(asked, each))),
  }).map(({ isNow, isAccepted, isTakenBack }) => isNow && isAccepted && !isTakenBack);
}

function isInThisRun(asked: Asked, { bootId, at }: ProbeRecord): Possible<boolean> {
  if (bootId !== bootIdOf(asked.node)) return [false];
  const start = startMs(asked);
  return restartsByItself(asked.node).flatMap((restarts) => {
    if (!restarts) return [true];
    return start === undefined ? EITHER : [ms(at ?? "") >= start];
  });
}
