import { ACTIONS, type Action, type Decision, type NodeDecision } from "../engine/decision.ts";
import { compareText } from "../input/compare-text.ts";
import { type Fold, foldBy, namesText, withoutName } from "./fold.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { cureText, missingText, possibleText } from "./words.ts";

/** Every node, costliest action first; nodes that differ in name only are told together. */
export function nodeParagraphs({ nodes, counts }: Decision): readonly Paragraph[] {
  if (nodes.length === 0) return [];
  const inOrder = [...nodes].sort(
    (a, b) => costOf(b.action) - costOf(a.action) || compareText(a.reason, b.reason),
  );
  const summary = ACTIONS.filter((action) => counts.actions[action] > 0)
    .toReversed()
    .map((action) => `${counts.actions[action]} ${action}`);
  return [
    { indent: 0, tone: "strong", lead: "NODES", text: summary.join(", ") },
    ...foldBy(inOrder, headKey).flatMap(foldParagraphs),
  ];
}

function costOf(action: Action): number {
  return ACTIONS.indexOf(action);
}

/** Equal for nodes whose header line is the same. */
function headKey(node: NodeDecision): string {
  const { action, reason, blocked, obligations, wanted } = node;
  return JSON.stringify([action, reason, blocked, obligations, wanted, openParts(node)]);
}

function foldParagraphs(fold: Fold<NodeDecision>): readonly Paragraph[] {
  const { items, first } = fold;
  const head = { indent: 2, hang: 4, tone: toneOf(first) };
  if (items.length === 1) return [{ ...head, ...singleOf(first) }];
  const sentences = new Set(items.map((node) => withoutName(sentenceOf(node), node.name)));
  const [shared = ""] = sentences;
  const isShared = sentences.size === 1;
  return [
    {
      ...head,
      lead: `${items.length} × ${leadOf(first)}`,
      text: isShared ? shared : [first.reason, ...extrasOf(first)].join(" · "),
    },
    ...openParts(first).map((text) => ({ indent: 6, text })),
    ...(isShared ? nameParagraphs(items) : ownSentences(items)),
  ];
}

/** A node by itself, in one line. Of a held one its name and what is open come first. */
function singleOf(node: NodeDecision): Pick<Paragraph, "before" | "lead" | "text"> {
  const { name, action, blocked } = node;
  const open = openParts(node, name);
  const lead = leadOf(node);
  if (action === "blocked" && blocked === "unknown")
    return { before: name, lead, text: ["", ...open, sentenceOf(node)].join(" · ").trimStart() };
  if (action === "blocked")
    return { before: name, lead, text: [sentenceOf(node), ...open].join(" · ") };
  return { lead, text: [`${name}  ${sentenceOf(node)}`, ...open].join(" · ") };
}

/** What is said first: what to do, or how it is held. */
function leadOf(node: NodeDecision): string {
  const { action, blocked, possible = [] } = node;
  if (action === "blocked") {
    if (blocked !== "unknown") return blocked === "error" ? "ERROR, held" : "REFUSED";
    const open = isOpen(node) ? `: ${possibleText(possible)}` : "";
    return `HELD, not decided${open}`;
  }
  return isOpen(node) ? `${action} meanwhile` : action;
}

function toneOf({ action, blocked }: NodeDecision): Tone {
  if (action === "blocked") return blocked === "unknown" ? "unsure" : "bad";
  if (action === "none") return "good";
  return action === "reboot" || action === "restart" || action === "wait" ? "warn" : "strong";
}

function sentenceOf(node: NodeDecision): string {
  const said = node.message === "" ? node.reason : `${node.reason}: ${node.message}`;
  return [said, ...extrasOf(node)].join(" · ");
}

/** The whole way if it has more than one leg, and what a hold keeps from being done. */
function extrasOf(node: NodeDecision): readonly string[] {
  const { action, obligations, wanted } = node;
  const extras: string[] = [];
  if (obligations.length > 1) extras.push(obligations.join(" → "));
  const isHeld = action === "blocked" || action === "wait";
  // Of an undecided node it is said already what may come of it.
  if (isHeld && !isOpen(node) && wanted !== action && wanted !== "none")
    extras.push(`without the hold: ${wanted}`);
  return extras;
}

/** Whether more than what is now done may come of it. */
function isOpen({ action, possible = [] }: NodeDecision): boolean {
  return possible.some((outcome) => outcome.error !== undefined || outcome.action !== action);
}

/** What is not decided, what is missing and what would settle it; own names taken out unless one is given. */
function openParts(node: NodeDecision, name?: string): readonly string[] {
  const { possible = [], missing = [], blocked } = node;
  const parts: string[] = [];
  if (isOpen(node) && blocked !== "unknown") parts.push(`not decided: ${possibleText(possible)}`);
  if (missing.length > 0) parts.push(`missing: ${missingText(missing)}`);
  const cure = cureText(missing);
  if (cure !== undefined) parts.push(`settles it: ${cure}`);
  return name === undefined ? parts.map((part) => withoutName(part, node.name)) : parts;
}

/** Workers come before control planes, as they do when the plan is carried out. */
function nameParagraphs(nodes: readonly NodeDecision[]): readonly Paragraph[] {
  const named = (role: NodeDecision["role"]): readonly string[] =>
    nodes.filter((node) => node.role === role).map(({ name }) => name);
  return [
    { label: "workers", names: named("worker") },
    { label: "control planes", names: named("control-plane") },
  ]
    .filter(({ names }) => names.length > 0)
    .map(({ label, names }) => ({ indent: 6, text: `${label}: ${namesText(names)}` }));
}

function ownSentences(nodes: readonly NodeDecision[]): readonly Paragraph[] {
  const workers = nodes.filter(({ role }) => role === "worker");
  const others = nodes.filter(({ role }) => role !== "worker");
  return [...workers, ...others].map(({ name, message, reason }) => ({
    indent: 6,
    text: `${name}  ${message === "" ? reason : message}`,
  }));
}
