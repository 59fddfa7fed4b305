import type { MissingFact, PossibleOutcome, Verdict } from "../engine/decision.ts";
import type { Tone } from "./layout.ts";

/** `1 node`, `7 nodes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], joint = "and"): string {
  const last = items.at(-1);
  if (last === undefined) return "";
  return items.length === 1 ? last : `${items.slice(0, -1).join(", ")} ${joint} ${last}`;
}

export function distinct(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}

export const verdictWord: Readonly<Record<Verdict, string>> = {
  allow: "ALLOW",
  deny: "DENY",
  indeterminate: "INDETERMINATE",
};

export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  allow: "good",
  deny: "bad",
  indeterminate: "unsure",
};

/** Above this many different outcomes a list helps nobody. */
const OUTCOMES_LISTED_MAX = 3;

/** What may come of it, as `verify or reboot`, from more than three as `anything from none to reboot`. */
export function possibleText(possible: readonly PossibleOutcome[]): string {
  const words = distinct(possible.map(outcomeWord));
  if (words.length <= OUTCOMES_LISTED_MAX) return listed(words, "or");
  const ranked = [...words].sort((a, b) => rank(a) - rank(b));
  return `anything from ${ranked[0]} to ${ranked.at(-1)}`;
}

function outcomeWord({ action, state, error, reason }: PossibleOutcome): string {
  return error === undefined ? (action ?? state ?? reason) : "error";
}

const outcomeOrder: readonly string[] = [
  "none",
  "reassert",
  "patch",
  "verify",
  "restart",
  "reboot",
  "wait",
  "blocked",
  "inactive",
  "active",
  "expiring",
  "expired",
  "invalid",
];

/** Words that have no rank, an error among them, come last. */
function rank(word: string): number {
  const index = outcomeOrder.indexOf(word);
  return index < 0 ? outcomeOrder.length : index;
}

/** `load (NotRead: no hand-off; NotRead: no runtime start)`, for each missing fact. */
export function missingText(missing: readonly MissingFact[]): string {
  return missing
    .map(({ fact, reasons }) => {
      const why = distinct(reasons.map(({ code, detail }) => `${code}: ${detail}`));
      return why.length === 0 ? fact : `${fact} (${why.join("; ")})`;
    })
    .join(", ");
}

/** What would settle it, each cure once; undefined where nobody knows one. */
export function cureText(missing: readonly MissingFact[]): string | undefined {
  const cures = distinct(
    missing.flatMap(({ reasons }) =>
      reasons.flatMap(({ cure }) => (cure === undefined ? [] : [cure])),
    ),
  );
  return cures.length === 0 ? undefined : listed(cures, "or");
}
