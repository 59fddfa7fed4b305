import type { ClusterObject, KeyedFingerprint } from "../../src/snapshot/snapshot.ts";
import {
  type Asked,
  activeOf,
  annotationOf,
  isNodeListWhole,
  isTalosCollected,
  loginIn,
  ms,
  nodesOf,
  talosOf,
} from "./cluster.ts";
import { declaredFingerprint, declaredRevision, isSameLogin, recordOf } from "./declared.ts";
import { declaredFirstMs, historyOf, isRevision } from "./history.ts";
import { anyOf, EITHER, everyWay, type Possible } from "./possible.ts";

// node-decision.md, row 4, with decision 0015, "An older credential is declared": one that was first declared later, and
// was certainly loaded somewhere: a marker or a hand-off names it, of whatever run, or a runtime started into it.

type Asking = Omit<Asked, "node">;

export function isRegressed(asking: Asking): Possible<boolean> {
  const history = historyOf(asking);
  if (history === "notCollected") return [false];
  if (history === "unread") return isAnotherShown(asking).includes(true) ? EITHER : [false];
  const first = declaredFirstMs(asking);
  return anyOf(
    history.map(({ revision, firstMs, isDeclaredOne }) =>
      everyWay<{ isAnother: boolean; isNewer: boolean; isShown: boolean }>({
        isAnother: isDeclaredOne.map((is) => !is),
        isNewer: first === undefined || firstMs === undefined ? EITHER : [firstMs > first],
        isShown: isShown(asking, revision),
      }).map((way) => way.isAnother && way.isNewer && way.isShown),
    ),
  );
}

/** Without its history: whether anything names a credential that is not known to be the declared one. */
function isAnotherShown(asking: Asking): Possible<boolean> {
  const { revisions, isWhole } = named(asking);
  if (revisions.some((revision) => revision !== declaredRevision(asking))) return [true];
  return anyOf([
    isWhole ? [false] : EITHER,
    ...nodesOf(asking).map((node) =>
      isBootedInto(asking, node, declaredFingerprint(asking), false),
    ),
  ]);
}

function isShown(asking: Asking, revision: string | undefined): Possible<boolean> {
  const { revisions, isWhole } = named(asking);
  if (revisions.some((each) => each === revision)) return [true];
  const print = recordOf(asking).previous?.find((each) => each.revision === revision)?.fingerprint;
  return anyOf([
    isWhole ? [false] : EITHER,
    ...nodesOf(asking).map((node) => isBootedInto(asking, node, print, true)),
  ]);
}

/** What markers and hand-offs name, and whether all of them were read. */
function named(asking: Asking): {
  readonly revisions: readonly string[];
  readonly isWhole: boolean;
} {
  const { snapshot, credential } = asking;
  const markers = nodesOf(asking)
    .flatMap((node) => annotationOf(node, credential.proof.revision) ?? [])
    .filter(isRevision);
  const handOffs = (snapshot.proofs ?? []).flatMap((each) =>
    each.credential === credential.name && typeof each.credentialRevision === "string"
      ? [each.credentialRevision]
      : [],
  );
  const isGap = (snapshot.gaps ?? []).some(({ part }) => part === "proofs");
  return { revisions: [...markers, ...handOffs], isWhole: !isGap && isNodeListWhole(asking) };
}

/** E1: whether a runtime started after its config last changed, to this login, or to any but this one. */
function isBootedInto(
  asking: Asking,
  node: ClusterObject,
  print: KeyedFingerprint | undefined,
  isWanted: boolean,
): Possible<boolean> {
  if (!isTalosCollected(asking)) return [false];
  const { runtimeStartedAt, registryConfigUpdatedAt } = talosOf(asking, node) ?? {};
  const config = activeOf(asking, node);
  const entry = config && loginIn(config, asking.credential.host);
  return everyWay<{ isStarted: boolean; isIt: boolean }>({
    isStarted:
      runtimeStartedAt === undefined || registryConfigUpdatedAt === undefined
        ? EITHER
        : [ms(runtimeStartedAt) > ms(registryConfigUpdatedAt)],
    isIt:
      config === undefined
        ? EITHER
        : entry === undefined
          ? [false]
          : isSameLogin(entry.fingerprint, print).map((is) => is === isWanted),
  }).map(({ isStarted, isIt }) => isStarted && isIt);
}
