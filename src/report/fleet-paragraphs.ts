import type { FleetAdoption, FleetRevision } from "../engine/decision.ts";
import { matrixParagraphs } from "./adoption-matrix.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { dayOfInstant } from "./time-text.ts";
import { counted } from "./words.ts";

/** Longer deltas are cut: whoever needs the rest reads the JSON. */
const LINES_MAX = 12;

/** Which node runs which revision, what waits and with what, and what the next step would change. */
export function fleetParagraphs(
  fleets: readonly FleetAdoption[],
  width: number,
): readonly Paragraph[] {
  if (fleets.length === 0) return [];
  return [
    { indent: 0, tone: "strong", lead: "FLEETS" },
    ...fleets.flatMap((fleet) => oneFleet(fleet, width)),
  ];
}

function oneFleet(fleet: FleetAdoption, width: number): readonly Paragraph[] {
  const head: Paragraph = {
    indent: 2,
    hang: 4,
    ...standingOf(fleet),
    text: `${fleet.daemonSet} (${fleet.strategy})  ${countsText(fleet)}`,
  };
  const { missing = [] } = fleet;
  const rest: readonly Paragraph[] = [
    { indent: 4, text: threeFacts(fleet) },
    ...(missing.length === 0 ? [] : [{ indent: 4, text: `without a pod: ${missing.join(", ")}` }]),
  ];
  if (fleet.adopted === true) return [head, ...rest];
  return [
    head,
    ...rest,
    ...matrixParagraphs(fleet, width),
    ...fleet.revisions.filter(waits(fleet)).flatMap((revision) => revisionParagraphs(revision)),
    ...stepParagraphs(fleet),
    ...undoParagraphs(fleet),
  ];
}

function standingOf({ adopted, stale }: FleetAdoption): {
  readonly tone: Tone;
  readonly lead: string;
} {
  if (adopted === true) return { tone: "good", lead: "ADOPTED" };
  if (stale !== "unknown" && stale > 0) return { tone: "warn", lead: "BEHIND" };
  return adopted === "unknown"
    ? { tone: "unsure", lead: "NOT KNOWN" }
    : { tone: "warn", lead: "NOT ADOPTED" };
}

function countsText({ current, desired, behind, revision }: FleetAdoption): string {
  const wanted = revision === undefined ? "the wanted revision" : revision;
  const furthest =
    behind === "unknown" || behind === 0 ? "" : `, up to ${counted(behind, "revision")} behind`;
  return `${shown(current)} of ${shown(desired)} nodes run ${wanted}${furthest}`;
}

function shown(count: number | "unknown"): string {
  return count === "unknown" ? "?" : String(count);
}

/** Three facts, none of which says another. */
function threeFacts({ reconciled, canaried, adopted }: FleetAdoption): string {
  const parts = [
    `reconciled: ${yesNo(reconciled)}`,
    `canaried: ${canaried === undefined ? "no steps are recorded" : canaryWords[canaried]}`,
    `adopted: ${yesNo(adopted)}`,
  ];
  return parts.join(" · ");
}

function yesNo(fact: boolean | "unknown"): string {
  return fact === "unknown" ? "not known" : fact ? "yes" : "no";
}

const canaryWords = {
  verified: "yes",
  failed: "it FAILED",
  unverified: "stepped, not verified",
  void: "void, the template or the pod is another one",
  none: "no",
  unknown: "not known",
} as const;

/** Above what some node runs. */
function waits({ revisions }: FleetAdoption): (revision: FleetRevision) => boolean {
  const lowest = revisions.find(({ nodes }) => nodes > 0)?.number;
  return ({ number }) => lowest !== undefined && number > lowest;
}

function revisionParagraphs({
  number,
  createdAt,
  nodes,
  isWanted,
  changes,
}: FleetRevision): readonly Paragraph[] {
  const cut = createdAt === undefined ? "" : ` of ${dayOfInstant(createdAt)}`;
  const standing = [
    ...(isWanted ? ["wanted"] : []),
    nodes === 0 ? "runs nowhere" : `runs on ${counted(nodes, "node")}`,
  ].join(", ");
  const what =
    changes.length === 0 ? "means the same as the one before" : cutShort(changes).join("; ");
  return [{ indent: 4, text: `${number}${cut} (${standing}): ${what}` }];
}

function stepParagraphs({ steps }: FleetAdoption): readonly Paragraph[] {
  return steps.flatMap(({ from, nodes, delta }) => [
    {
      indent: 4,
      text: `a step from ${from}, ${counted(nodes.length, "node")}, changes at once:`,
    },
    ...(delta.length === 0 ? ["nothing: the templates mean the same"] : cutShort(delta)).map(
      (text) => ({ indent: 6, text }),
    ),
  ]);
}

function undoParagraphs({ undo }: FleetAdoption): readonly Paragraph[] {
  if (undo === undefined) return [];
  const { revision, replacesPods } = undo;
  const cost =
    replacesPods === "unknown"
      ? "not known how many pods it replaces"
      : replacesPods === 0
        ? "replaces no pod"
        : `replaces ${counted(replacesPods, "pod")}`;
  return [{ indent: 4, text: `setting the template back to ${revision}: ${cost}` }];
}

function cutShort(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES_MAX;
  return more <= 0 ? lines : [...lines.slice(0, LINES_MAX), `and ${more} more (-o json has all)`];
}
