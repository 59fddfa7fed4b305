import { groupBy } from "../input/group-by.ts";
import type { Comparison } from "../simulate/compare-decisions.ts";
import type { NodeChange, NodeOutcome } from "../simulate/compare-nodes.ts";
import { withoutName } from "./fold.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { counted, distinct } from "./words.ts";

/** Longer tables help nobody: the JSON has every node. */
const ROWS_MAX = 50;

/** The nodes that are decided otherwise, a row each, worst first, and what their reasons mean. */
export function changedNodes({ nodes, unchanged }: Comparison): readonly Paragraph[] {
  if (nodes.length === 0) return [];
  const shown = nodes.slice(0, ROWS_MAX);
  const widths = {
    name: widest(["node", ...shown.map(({ name }) => name)]),
    before: widest(["before", ...shown.map(({ before }) => wordOf(before))]),
    after: widest(["after", ...shown.map(({ after }) => wordOf(after))]),
  };
  const heads = [
    "node".padEnd(widths.name),
    "before".padEnd(widths.before + 2),
    "after".padEnd(widths.after),
    "why",
  ];
  const hidden = nodes.length - shown.length;
  return [
    {
      indent: 0,
      tone: "strong",
      lead: "NODES",
      text: `${nodes.length} decided otherwise, ${unchanged.nodes} as before`,
    },
    { indent: 2, text: heads.join("  ") },
    ...shown.map((change) => rowOf(change, widths)),
    ...(hidden > 0 ? [{ indent: 2, text: `and ${hidden} more: -o json has them all` }] : []),
    ...reasonParagraphs(nodes),
  ];
}

function rowOf(
  { name, before, after }: NodeChange,
  widths: { readonly name: number; readonly before: number; readonly after: number },
): Paragraph {
  return {
    indent: 2,
    hang: 4,
    before: `${name.padEnd(widths.name)}  ${wordOf(before).padEnd(widths.before)} →`,
    lead: wordOf(after).padEnd(widths.after),
    tone: toneOf(after),
    text: (after ?? before)?.reason ?? "",
  };
}

function wordOf(outcome: NodeOutcome | undefined): string {
  if (outcome === undefined) return "-";
  const { action, blocked, obligations } = outcome;
  if (action === "blocked") return blocked === "unknown" ? "not decided" : (blocked ?? action);
  return obligations.length > 1 ? obligations.join(", ") : action;
}

function toneOf(outcome: NodeOutcome | undefined): Tone {
  switch (outcome?.action) {
    case "blocked":
      return outcome.blocked === "unknown" ? "unsure" : "bad";
    case "reboot":
    case "restart":
    case "wait":
      return "warn";
    case "none":
      return "good";
    default:
      return "strong";
  }
}

/** What each reason of the table means, once; where sentences differ in the node's name only, without that. */
function reasonParagraphs(nodes: readonly NodeChange[]): readonly Paragraph[] {
  const told = nodes.flatMap(({ name, after }) => (after?.message ? [{ name, ...after }] : []));
  return [...groupBy(told, ({ reason }) => reason)].map(([reason, items]) => {
    const asTold = distinct(items.map(({ message }) => message));
    const alike = distinct(items.map(({ name, message }) => withoutName(message, name)));
    const [first = "", ...others] = asTold.length === 1 ? asTold : alike;
    const more = others.length === 0 ? "" : ` (and ${counted(others.length, "other case")})`;
    return { indent: 2, text: `${reason}: ${first}${more}` };
  });
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
