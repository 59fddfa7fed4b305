import type { GateDecision } from "../engine/decision.ts";
import type { Paragraph } from "./layout.ts";
import { isBefore } from "./time-text.ts";

/** `2026-07-26 UTC activated → 07-28 18:19 stalled → 08-02 warns → 08-06 17:20 today → 08-09 fails`. */
export function timelineParagraphs(gate: GateDecision, evaluatedAt: string): readonly Paragraph[] {
  const { activatedOn, state } = gate;
  if (activatedOn === undefined || state === "inactive") return [];
  const points = pointsOf({ ...gate, activatedOn }, evaluatedAt);
  const items = points.map(({ at, label }, index) => {
    const before = points[index - 1];
    return [shortText(at, before?.at), ...(before === undefined ? ["UTC"] : []), label].join(" ");
  });
  return [{ indent: 4, items }];
}

interface Point {
  readonly at: string;
  readonly label: string;
}

/** In the order of time; what falls on one instant in the order in which it is named here. */
function pointsOf(
  {
    activatedOn,
    warnsAt,
    failsAt,
    stalled,
    fleet,
  }: GateDecision & { readonly activatedOn: string },
  evaluatedAt: string,
): readonly Point[] {
  const named: readonly { readonly at: string | undefined; readonly label: string }[] = [
    { at: `${activatedOn}T00:00:00Z`, label: "activated" },
    { at: fleet?.waitingSince, label: stalled === true ? "stalled" : "waiting" },
    { at: warnsAt, label: "warns" },
    { at: failsAt, label: "fails" },
    { at: evaluatedAt, label: "today" },
  ];
  return named
    .flatMap(({ at, label }) => (at === undefined ? [] : [{ at, label }]))
    .sort((a, b) => (isBefore(a.at, b.at) ? -1 : isBefore(b.at, a.at) ? 1 : 0));
}

/** To the minute; without a time at midnight, and without the year where the point before has the same. */
function shortText(at: string, before: string | undefined): string {
  const day = before?.slice(0, 4) === at.slice(0, 4) ? at.slice(5, 10) : at.slice(0, 10);
  const time = at.slice(11, 16);
  return /T00:00:00(\.0+)?Z$/.test(at) ? day : `${day} ${time}`;
}
