import type { Decision, FluxDecision, FluxEdge } from "../engine/decision.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { instantText, isBefore, spanText } from "./time-text.ts";

/** More of them than these nobody reads: the JSON has them all. */
const SHOWN_MAX = 50;
/** Lines of one tree. */
const LINES_SHOWN_MAX = 100;
/** Deeper down lines are indented no further, so that narrow terminals still show words. */
const DEPTH_INDENTED_MAX = 6;

/** What stands in the way of each Kustomization, as a tree: what is told once is not told again. */
export function fluxParagraphs({ flux = [], evaluatedAt }: Decision): readonly Paragraph[] {
  if (flux.length === 0) return [];
  const tree: Tree = {
    entries: new Map(flux.map((entry) => [entry.object, entry])),
    told: new Set(),
    evaluatedAt,
  };
  const tops = topsOf(flux).flatMap((entry) => {
    return tree.told.has(entry.object) ? [] : [topParagraphs(entry, tree)];
  });
  const more = tops.length - SHOWN_MAX;
  return [
    { indent: 0, tone: "strong", lead: "FLUX" },
    ...tops.slice(0, SHOWN_MAX).flat(),
    ...(more > 0 ? [{ indent: 2, text: `and ${more} more` }] : []),
  ];
}

interface Tree {
  readonly entries: ReadonlyMap<string, FluxDecision>;
  /** Objects of which what stands in their way was told. */
  readonly told: Set<string>;
  readonly evaluatedAt: string;
}

/** First those that stand in nobody's way: the others turn up behind them, but for circles. */
function topsOf(flux: readonly FluxDecision[]): readonly FluxDecision[] {
  const behind = new Set(
    flux.flatMap(({ object, because }) =>
      because.filter((edge) => edge.object !== object).map((edge) => edge.object),
    ),
  );
  const judged = flux.filter((entry) => entry.judged);
  return [
    ...judged.filter(({ object }) => !behind.has(object)),
    ...judged.filter(({ object }) => behind.has(object)),
  ];
}

function topParagraphs(entry: FluxDecision, tree: Tree): readonly Paragraph[] {
  const state = [entry.state, quiescenceText(entry)].filter((text) => text !== "").join(", ");
  const head: Paragraph = {
    indent: 2,
    hang: 4,
    ...readiness(entry),
    text: `${entry.object.replace(/^Kustomization\//, "")}  ${state}`,
  };
  if (entry.ready === true) return [head];
  const takes = [healingWords[entry.healing], retryText(entry, tree)].filter((text) => text !== "");
  return [head, { indent: 4, text: takes.join(" · ") }, ...branches(entry, tree)];
}

function readiness({ ready }: FluxDecision): { readonly lead: string; readonly tone: Tone } {
  if (ready === "unknown") return { lead: "NOT KNOWN", tone: "unsure" };
  return ready ? { lead: "READY", tone: "good" } : { lead: "NOT READY", tone: "bad" };
}

function quiescenceText({ quiescent }: FluxDecision): string {
  if (quiescent === undefined) return "";
  if (quiescent === "unknown") return "whether quiescent is not known";
  return quiescent ? "quiescent" : "not quiescent";
}

const healingWords: Readonly<Record<FluxDecision["healing"], string>> = {
  none: "",
  mayHeal: "may become ready by itself: nothing seen needs anybody",
  needsCommit: "needs a change of what Git declares, or a hand on the cluster",
  needsHand: "needs a hand on the cluster: no new revision gets there",
  unknown: "what it takes is not known",
};

function retryText({ healing, attemptsOverAt }: FluxDecision, { evaluatedAt }: Tree): string {
  if (healing === "needsHand" || healing === "needsCommit") return "waiting is worth nothing";
  if (attemptsOverAt === undefined) return "";
  const over = momentText(attemptsOverAt, evaluatedAt);
  return isBefore(evaluatedAt, attemptsOverAt)
    ? `the attempts in its way are over by ${over} at the latest`
    : `the attempts in its way were to be over by ${over}: read the cluster anew`;
}

function momentText(at: string, evaluatedAt: string): string {
  const span = spanText(evaluatedAt, at);
  const when = isBefore(evaluatedAt, at) ? `in ${span}` : `${span} ago`;
  return span === undefined ? instantText(at) : `${instantText(at)} (${when})`;
}

/** One open entry of the way down. */
interface Branch {
  readonly entry: FluxDecision;
  readonly depth: number;
  next: number;
}

/** Depth first and without recursion: a chain may be as long as its author likes. */
function branches(top: FluxDecision, tree: Tree): readonly Paragraph[] {
  const lines: Paragraph[] = [];
  const open: Branch[] = [];
  const enter = (entry: FluxDecision, depth: number): void => {
    tree.told.add(entry.object);
    open.push({ entry, depth, next: 0 });
  };
  enter(top, 0);
  for (let branch = open.at(-1); branch !== undefined; branch = open.at(-1)) {
    const edge = branch.entry.because[branch.next];
    branch.next += 1;
    if (edge === undefined) {
      lines.push(...besides(branch));
      open.pop();
      continue;
    }
    const behind = edge.object === branch.entry.object ? undefined : tree.entries.get(edge.object);
    lines.push(edgeParagraph(branch, edge, { behind, tree }));
    if (behind !== undefined && !tree.told.has(edge.object)) enter(behind, branch.depth + 1);
  }
  const more = lines.length - LINES_SHOWN_MAX;
  return more > 0
    ? [...lines.slice(0, LINES_SHOWN_MAX), line(0, "…", `and ${more} more lines`)]
    : lines;
}

function edgeParagraph(
  { entry, depth }: Branch,
  edge: FluxEdge,
  { behind, tree }: { readonly behind: FluxDecision | undefined; readonly tree: Tree },
): Paragraph {
  const isItself = edge.object === entry.object;
  const words = [`${edge.reason}: ${edge.detail}`];
  if (behind !== undefined && behind.state !== "release") words.push(behind.state);
  const attempt = isItself ? entry.attempt : behind?.attempt;
  if (attempt !== undefined) words.push(attemptText(attempt, tree));
  if (behind !== undefined && tree.told.has(edge.object)) words.push("told above");
  const how = isItself ? edge.class : `${edge.via}, ${edge.class}`;
  return line(depth, isItself ? "itself" : edge.object, `${words.join(" · ")}  [${how}]`);
}

function attemptText(
  { what, at }: NonNullable<FluxDecision["attempt"]>,
  { evaluatedAt }: Tree,
): string {
  const text = momentText(at, evaluatedAt);
  return what === "ends" ? `its attempt ends by ${text}` : `its next attempt starts at ${text}`;
}

/** What is not known of an entry, and what was merely seen at the same time. */
function besides({ entry, depth }: Branch): readonly Paragraph[] {
  return [
    ...entry.missing.map(({ code, detail, cure }) =>
      line(
        depth,
        "not known:",
        `${code}: ${detail}${cure === undefined ? "" : ` · settles it: ${cure}`}`,
      ),
    ),
    ...entry.coincident.map(({ object, reason, detail }) =>
      line(depth, "not the cause:", `${object}  ${reason}: ${detail}  [coincident]`),
    ),
  ];
}

function line(depth: number, lead: string, text: string): Paragraph {
  const indent = 4 + 2 * Math.min(depth, DEPTH_INDENTED_MAX);
  const level = depth > DEPTH_INDENTED_MAX ? `${depth + 1}: ` : "";
  return { indent, hang: 3, text: `└─ ${level}${lead}  ${text}` };
}
