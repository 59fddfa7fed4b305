import { groupBy } from "../../input/group-by.ts";
import {
  blankLine,
  layOut,
  type Paragraph,
  type TextOptions,
  type Tone,
} from "../../report/layout.ts";
import { counted } from "../../report/words.ts";
import type { Explored, LawOutcome, LawReport, ScopeReport, Verification } from "./verification.ts";

/** A verification for eyes: what it came to, each law, the counterexamples as stories, and what never came up. */
export function renderVerification(verification: Verification, options: TextOptions): string {
  const { laws, explored, scopes = [] } = verification;
  const broken = laws.flatMap((law) => (law.outcome === "broken" ? storyOf(law) : []));
  return layOut(
    [
      headline(verification),
      blankLine,
      ...laws.map(lawLine),
      ...scopeLines(scopes),
      ...broken,
      blankLine,
      ...told(explored),
    ],
    options,
  );
}

const words: Readonly<Record<LawOutcome, { readonly lead: string; readonly tone: Tone }>> = {
  holds: { lead: "holds   ", tone: "good" },
  broken: { lead: "BROKEN  ", tone: "bad" },
  hardlyExercised: { lead: "UNSHOWN ", tone: "unsure" },
  notAsked: { lead: "unasked ", tone: "dim" },
};

function headline({ laws, drawn, scopes = [] }: Verification): Paragraph {
  const count = (outcome: LawOutcome): number =>
    laws.filter((law) => law.outcome === outcome).length;
  const how =
    drawn === undefined
      ? `${counted(
          scopes.reduce((sum, { states }) => sum + states, 0),
          "state",
        )}, gone through one by one`
      : `${counted(drawn.runs, "run")} of each law, seed ${drawn.seed}`;
  if (count("broken") > 0)
    return {
      indent: 0,
      tone: "bad",
      lead: "BROKEN:",
      text: `${count("broken")} of ${counted(laws.length, "law")} (${how})`,
    };
  if (count("hardlyExercised") > 0 || count("holds") === 0)
    return {
      indent: 0,
      tone: "unsure",
      lead: "NOT SHOWN:",
      text:
        count("hardlyExercised") === 0
          ? `no law was exercised (${how})`
          : `of ${counted(laws.length, "law")} ${count("hardlyExercised")} hardly saw what must come up (${how})`,
    };
  const unasked = count("notAsked");
  const but = unasked === 0 ? "" : `; ${unasked} cannot be asked of these policies`;
  return {
    indent: 0,
    tone: "good",
    lead: "HOLDS:",
    text: `${counted(count("holds"), "law")}${but} (${how})`,
  };
}

function lawLine({ outcome, law, because, runs }: LawReport): Paragraph {
  const after = outcome === "broken" ? `after ${counted(runs, "run")}: ` : "";
  const why = because === undefined ? "" : `: ${after}${because}`;
  return { indent: 0, hang: 10, ...words[outcome], text: `${law}${why}` };
}

function scopeLines(scopes: readonly ScopeReport[]): readonly Paragraph[] {
  if (scopes.length === 0) return [];
  const width = Math.max(...scopes.map(({ states }) => String(states).length));
  return [
    blankLine,
    { indent: 0, tone: "strong", lead: "STATES" },
    ...scopes.map(
      ({ name, bounds, states }): Paragraph => ({
        indent: 2,
        hang: width + 2,
        before: String(states).padStart(width),
        lead: name,
        text: bounds,
      }),
    ),
  ];
}

function storyOf({ law, statement, because, counterexample }: LawReport): readonly Paragraph[] {
  if (counterexample === undefined) return [];
  const { scene, shrinks, path, input } = counterexample;
  const lines = scene?.story ?? [input];
  return [
    blankLine,
    { indent: 0, tone: "bad", lead: law, text: `says that ${statement}.` },
    {
      indent: 2,
      text:
        shrinks === 0
          ? `The first counterexample (${path}):`
          : `The smallest counterexample found (${counted(shrinks, "step")} smaller, path ${path}):`,
    },
    ...lines.map(
      (line, at): Paragraph => ({ indent: 4, hang: 4, before: `${at + 1}.`, text: line }),
    ),
    { indent: 4, hang: 4, tone: "bad", before: "→", text: because ?? "" },
  ];
}

/** Actions, verdicts, and for each policy how many of its rules ever decided something, and which never did. */
function told({ decisions, actions, verdicts, rules }: Explored): readonly Paragraph[] {
  const policies = groupBy(Object.entries(rules), ([rule]) => rule.slice(0, rule.indexOf("/")));
  const width = Math.max(0, ...[...policies.keys()].map((name) => name.length));
  const row = (name: string, text: string): Paragraph => ({
    indent: 2,
    hang: width + 2,
    before: name.padEnd(width),
    text,
  });
  return [
    { indent: 0, tone: "strong", lead: "EXPLORED:", text: counted(decisions, "decision") },
    row("actions", list(actions)),
    ...intents(verdicts).map(([intent, text]) => row(intent, text)),
    {
      indent: 0,
      tone: "strong",
      lead: "RULES",
      text: "that decided something; of the others nothing was shown:",
    },
    ...[...policies].map(([name, counts]) => row(name, firedOf(counts))),
  ];
}

function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count === 0 ? "never" : count}`)
    .join(" · ");
}

function intents(verdicts: Explored["verdicts"]): readonly (readonly [string, string])[] {
  const groups = groupBy(Object.entries(verdicts), ([name]) => name.slice(0, name.indexOf(":")));
  return [...groups].map(([intent, counts]) => [
    intent,
    counts.map(([name, count]) => `${name.slice(intent.length + 2)} ${count}`).join(" · "),
  ]);
}

function firedOf(counts: readonly (readonly [string, number])[]): string {
  const never = counts.flatMap(([rule, count]) =>
    count === 0 ? [rule.slice(rule.indexOf("/") + 1)] : [],
  );
  const fired = `${counts.length - never.length} of ${counts.length}`;
  return never.length === 0 ? fired : `${fired}; never: ${never.join(", ")}`;
}
