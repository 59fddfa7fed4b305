import type { FleetAdoption, FleetNodeAdoption, FleetRevision } from "../engine/decision.ts";
import { groupBy } from "../input/group-by.ts";
import { namesText } from "./fold.ts";
import type { Paragraph } from "./layout.ts";
import { counted } from "./words.ts";

/** Above this many nodes a row each tells less than the nodes of each revision. */
const ROWS_MAX = 24;
const INDENT = 4;
const GAP = "  ";
const RUNS = "#";
const WAITS = ".";

/**
 * Which node runs which revision: a table of nodes × revisions where it fits, else the nodes of each revision.
 * Signs say it, not colours: `#` runs, `.` has still to be adopted.
 */
export function matrixParagraphs(fleet: FleetAdoption, width: number): readonly Paragraph[] {
  const { nodes, revisions } = fleet;
  if (nodes.length === 0 || revisions.length === 0) return [];
  const table = nodes.length <= ROWS_MAX ? tableOf(fleet) : [];
  const fits = table.length > 0 && table.every((line) => INDENT + line.length <= width);
  return fits ? table.map((text) => ({ indent: INDENT, text })) : listOf(fleet);
}

function tableOf({ nodes, revisions }: FleetAdoption): readonly string[] {
  const rows = nodes.map((node) => [
    node.node,
    dayOf(node),
    ...revisions.map((revision) => signOf(node, revision, revisions)),
    remarksOn(node),
  ]);
  const head = ["node", "pod since", ...revisions.map(({ number }) => String(number)), ""];
  const legend = `${RUNS} runs${GAP}${WAITS} not adopted yet`;
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => columnOf(line, column).length)),
  );
  return [
    ...lines.map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    ),
    legend,
  ];
}

function columnOf(line: readonly string[], column: number): string {
  return line[column] ?? "";
}

function signOf(
  { revision, state }: FleetNodeAdoption,
  column: FleetRevision,
  revisions: readonly FleetRevision[],
): string {
  if (revision === column.hash) return RUNS;
  if (runsNothing(state)) return "";
  const own = revisions.find(({ hash }) => hash === revision);
  if (own === undefined) return "?";
  return state === "stale" && column.number > own.number ? WAITS : "";
}

function runsNothing(state: FleetNodeAdoption["state"]): boolean {
  return state === "pending" || state === "ended";
}

function dayOf({ podCreatedAt }: FleetNodeAdoption): string {
  return podCreatedAt?.slice(0, 10) ?? "";
}

/** What the signs do not say of a node. */
function remarksOn({ state, ready, step }: FleetNodeAdoption): string {
  const isPlain = state === "current" || state === "stale";
  return [
    ...(isPlain ? [] : [stateWords[state] ?? state]),
    ...(ready === false ? ["not ready"] : []),
    ...(step === undefined || step === "none" ? [] : [`step ${stepWords[step]}`]),
  ].join(", ");
}

const stateWords: Partial<Record<FleetNodeAdoption["state"], string>> = {
  unknown: "not known",
  pending: "pod not bound",
  ended: "pod ended",
};
const stepWords = { verified: "verified", failed: "FAILED", unverified: "not verified" } as const;

function listOf({ nodes, revisions }: FleetAdoption): readonly Paragraph[] {
  const numbers = new Map(revisions.map(({ hash, number }) => [hash, number]));
  const groups = groupBy(nodes, (node) => {
    const number = numbers.get(node.revision ?? "");
    const runs = runsNothing(node.state)
      ? "runs nothing"
      : number === undefined
        ? "runs what is not known"
        : `runs ${number}`;
    return [runs, remarksOn(node)].filter((part) => part !== "").join(", ");
  });
  return [...groups].map(([what, its]) => ({
    indent: INDENT,
    hang: 2,
    text: `${what}: ${counted(its.length, "node")}: ${namesText(its.map(({ node }) => node))}`,
  }));
}
