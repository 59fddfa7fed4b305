import { shortenList } from "../../../input/shorten-list.ts";
import { compareTimestamps, type Timestamp } from "../../../time/time.ts";
import type { UnknownReason } from "../fact.ts";
import { eachOnce } from "../known.ts";
import { type Blocker, type EdgeClass, edgeClasses, type Healing, worse } from "./blocker.ts";
import type { FluxNode } from "./flux-node.ts";
import { strongComponents } from "./strong-components.ts";

/** The last thing on a path: behind it nothing more is seen to stand in the way. */
export interface Cause extends Omit<Blocker, "target" | "via"> {
  /** Of the weakest edge on the way there. */
  readonly edge: EdgeClass;
}

/** What a node comes to, with all that stands behind it. */
export interface Outlook {
  /** The most that is certain to be needed. */
  readonly healing: Healing;
  /** The most that may be needed of what is seen. */
  readonly most: Healing;
  /** Why that is more than what is certain. */
  readonly unsure: readonly UnknownReason[];
  /** Nearest first, at most `CAUSES_TOLD_MAX`. */
  readonly causes: readonly Cause[];
  /** Whether there are causes beyond those told. */
  readonly hasMore: boolean;
  /** Why there may be others; empty: all that stands in the way is known. */
  readonly reasons: readonly UnknownReason[];
  /** When all attempts in its way are over at the latest. */
  readonly attempts: Attempts;
}

/** The latest of several attempts, and why that of some is not known. */
export interface Attempts {
  readonly latest: Timestamp | undefined;
  readonly reasons: readonly UnknownReason[];
}

/** So many are carried along a chain: with all of them a long chain would grow with its square. */
const CAUSES_TOLD_MAX = 20;
const REASONS_TOLD_MAX = 20;
/** Of a circle, which each of its members tells. */
const MEMBERS_TOLD_MAX = 10;
const PLACES_TOLD_MAX = 20;

/** The outlook of every node. */
export function outlooksOf(nodes: ReadonlyMap<string, FluxNode>): ReadonlyMap<string, Outlook> {
  const outlooks = new Map<string, Outlook>();
  const edgesOf = (id: string): readonly string[] =>
    (nodes.get(id)?.blockers ?? []).flatMap(({ object, target }) =>
      target !== undefined && nodes.has(object) ? [object] : [],
    );
  for (const members of strongComponents(nodes.keys(), edgesOf)) {
    const [first = ""] = members;
    const isCircle = members.length > 1 || edgesOf(first).includes(first);
    const joint = isCircle ? circleOutlook(members, nodes, outlooks) : undefined;
    for (const id of members) {
      const node = nodes.get(id);
      if (node !== undefined) outlooks.set(id, joint ?? outlookOf(node, outlooks));
    }
  }
  return outlooks;
}

function outlookOf(node: FluxNode, outlooks: ReadonlyMap<string, Outlook>): Outlook {
  const gathered = node.blockers.map((blocker) => behind(blocker, outlooks));
  return gather([ownOutlook(node), ...gathered]);
}

function ownOutlook({ reasons, attemptReasons, isBlocked, attempt }: FluxNode): Outlook {
  const own = attempt !== undefined && "at" in attempt ? attempt.overAt : undefined;
  const unclear = attempt !== undefined && "reasons" in attempt ? attempt.reasons : [];
  return {
    healing: isBlocked === true ? "mayHeal" : "none",
    most: isBlocked === true ? "mayHeal" : "none",
    unsure: [],
    causes: [],
    hasMore: false,
    reasons,
    attempts: { latest: own, reasons: [...attemptReasons, ...unclear] },
  };
}

/** What stands behind a blocker; itself, where nothing is known to. */
function behind(blocker: Blocker, outlooks: ReadonlyMap<string, Outlook>): Outlook {
  const further = blocker.target === undefined ? undefined : outlooks.get(blocker.object);
  if (further === undefined || (further.causes.length === 0 && further.reasons.length === 0)) {
    return {
      ...takenBy(blocker),
      causes: blocker.isUnread === true ? [] : [blocker],
      hasMore: false,
      reasons: [],
      attempts: further?.attempts ?? { latest: undefined, reasons: [] },
    };
  }
  const causes = further.causes.map((cause) => ({
    ...cause,
    edge: weaker(cause.edge, blocker.edge),
  }));
  const own = takenBy(blocker);
  return {
    ...further,
    causes,
    healing: worse(further.healing, own.healing),
    most: worse(further.most, own.most),
    unsure: [...further.unsure, ...own.unsure],
  };
}

function takenBy({ healing, unsure }: Blocker): Pick<Outlook, "healing" | "most" | "unsure"> {
  return unsure === undefined
    ? { healing, most: healing, unsure: [] }
    : { healing, most: unsure.most, unsure: [unsure.reason] };
}

/** Whoever waits in a circle waits for ever: none of them can be first. */
function circleOutlook(
  members: readonly string[],
  nodes: ReadonlyMap<string, FluxNode>,
  outlooks: ReadonlyMap<string, Outlook>,
): Outlook {
  const inside = new Set(members);
  const cycle = [...members].sort();
  const blockers = members.flatMap((id) => nodes.get(id)?.blockers ?? []);
  const within = blockers.filter(({ object }) => inside.has(object));
  const outside = blockers.filter(({ object }) => !inside.has(object));
  const cause: Cause = {
    object: cycle[0] ?? "",
    edge: within.reduce<EdgeClass>((edge, blocker) => weaker(edge, blocker.edge), "proven"),
    reason: "DependencyCycle",
    detail:
      cycle.length === 1
        ? "waits for itself"
        : `${shortenList(cycle, MEMBERS_TOLD_MAX)} wait for one another`,
    healing: "needsCommit",
    places: within.flatMap(({ places }) => places).slice(0, PLACES_TOLD_MAX),
  };
  const own = members.flatMap((id) => {
    const node = nodes.get(id);
    return node === undefined ? [] : [ownOutlook(node)];
  });
  const itself: Outlook = {
    healing: "needsCommit",
    most: "needsCommit",
    unsure: [],
    causes: [cause],
    hasMore: false,
    reasons: [],
    attempts: { latest: undefined, reasons: [] },
  };
  return gather([itself, ...own, ...outside.map((blocker) => behind(blocker, outlooks))]);
}

function gather(outlooks: readonly Outlook[]): Outlook {
  const causes = new Map<string, Cause>();
  let hasMore = outlooks.some((outlook) => outlook.hasMore);
  for (const cause of outlooks.flatMap((outlook) => outlook.causes)) {
    const key = `${cause.object} ${cause.reason}`;
    const known = causes.get(key);
    if (known === undefined && causes.size >= CAUSES_TOLD_MAX) hasMore = true;
    else if (known === undefined || weaker(known.edge, cause.edge) === known.edge) {
      causes.set(key, cause);
    }
  }
  const instants = outlooks.flatMap(({ attempts }) => attempts.latest ?? []);
  return {
    healing: outlooks.reduce<Healing>((healing, each) => worse(healing, each.healing), "none"),
    most: outlooks.reduce<Healing>((most, each) => worse(most, each.most), "none"),
    unsure: eachOnce(outlooks.flatMap(({ unsure }) => unsure)).slice(0, REASONS_TOLD_MAX),
    causes: [...causes.values()],
    hasMore,
    reasons: eachOnce(outlooks.flatMap(({ reasons }) => reasons)).slice(0, REASONS_TOLD_MAX),
    attempts: {
      latest: instants.reduce<Timestamp | undefined>(latest, undefined),
      reasons: eachOnce(outlooks.flatMap(({ attempts }) => attempts.reasons)).slice(
        0,
        REASONS_TOLD_MAX,
      ),
    },
  };
}

function latest(a: Timestamp | undefined, b: Timestamp): Timestamp {
  return a === undefined || compareTimestamps(a, b) < 0 ? b : a;
}

function weaker(a: EdgeClass, b: EdgeClass): EdgeClass {
  return edgeClasses.indexOf(a) < edgeClasses.indexOf(b) ? b : a;
}
