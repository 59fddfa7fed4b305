import { type Case, type Counts, makeGenerator } from "./generate.ts";
import { allRules } from "./grammar.ts";
import { evaluateOurs } from "./ours.ts";
import { judge, type Outcome, type Verdict } from "./outcome.ts";
import { shrink } from "./shrink.ts";
import { writeTerm } from "./term.ts";
import { evaluateTheirs } from "./theirs.ts";
import { type Tolerated, tolerated } from "./tolerated.ts";
import { writeValue } from "./values.ts";

/** Both sides, on the smallest expression that was found to show it. */
export interface Disagreement {
  readonly seed: number;
  readonly run: number;
  readonly expression: string;
  /** What the variables in it are bound to, as CEL. */
  readonly bindings: string;
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

export interface Report {
  readonly seed: number;
  readonly runs: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** How often our side refused what was generated well-typed, by the first that it said. */
  readonly refusals: Counts;
  /** How often each entry of the list of tolerated disagreements was met. */
  readonly tolerated: Counts;
  /** Disagreements outside the list, no expression twice. */
  readonly disagreements: readonly Disagreement[];
  readonly counts: Counts;
}

export interface DifferentialOptions {
  readonly seed: number;
  readonly runs: number;
  /** The first run, to play one again. */
  readonly from?: number;
  /** Disagreements after which the search ends, 100 unless said otherwise. */
  readonly disagreementsMax?: number;
  readonly onProgress?: (runs: number) => void;
  /** Told of each disagreement outside the list as soon as it is found. */
  readonly onDisagreement?: (found: Disagreement) => void;
}

const RUNS_PER_PROGRESS = 10_000;
const DISAGREEMENTS_MAX = 100;

/** Compares both sides on generated expressions. */
export function compareSides(options: DifferentialOptions): Report {
  const { seed, runs, from = 0, disagreementsMax = DISAGREEMENTS_MAX } = options;
  const tally: Tally = {
    verdicts: { "both value": 0, "both error": 0, refused: 0, disagreement: 0 },
    refusals: new Map(),
    tolerated: new Map(tolerated.map(({ id }) => [id, 0])),
    counts: new Map(),
  };
  const disagreements = new Map<string, Disagreement>();
  const generate = makeGenerator(allRules, seed, tally.counts);
  for (let done = 0; done < runs && disagreements.size < disagreementsMax; done++) {
    const run = from + done;
    const found = examine(tally, generate(run), { seed, run });
    if (found !== undefined && !disagreements.has(found.expression)) {
      disagreements.set(found.expression, found);
      options.onDisagreement?.(found);
    }
    if (done % RUNS_PER_PROGRESS === 0) options.onProgress?.(done);
  }
  return { seed, runs, ...tally, disagreements: [...disagreements.values()] };
}

/** What is counted while expressions are compared. */
type Tally = Pick<Report, "refusals" | "tolerated" | "counts"> & {
  readonly verdicts: Record<Verdict, number>;
};

interface Place {
  readonly seed: number;
  readonly run: number;
}

/** Compares both sides on one expression; gives a disagreement that is not on the list. */
function examine(tally: Tally, made: Case, place: Place): Disagreement | undefined {
  const text = writeTerm(made.term);
  const ours = evaluateOurs(text, made.bindings);
  const verdict = judge(ours, evaluateTheirs(text, made.bindings));
  tally.verdicts[verdict]++;
  if (verdict === "refused" && !made.isIllTyped) add(tally.refusals, `${ours.text} in ${text}`);
  if (verdict !== "disagreement") return undefined;
  const smallest = shrinkDisagreement(made, place);
  const entry = toleratedBy(smallest);
  if (entry === undefined) return smallest;
  add(tally.tolerated, entry.id);
  return undefined;
}

function add(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function toleratedBy(disagreement: Disagreement): Tolerated | undefined {
  return tolerated.find(({ isMet }) => isMet(disagreement));
}

type Evaluated = Parameters<typeof evaluateOurs>;

function judgeBoth(...evaluated: Evaluated): Verdict {
  return judge(evaluateOurs(...evaluated), evaluateTheirs(...evaluated));
}

function shrinkDisagreement(made: Case, place: Place): Disagreement {
  const smallest = shrink(made, {
    // A macro's variable without its macro is a mistake that only our side sees where it is not read.
    disagree: (...evaluated) =>
      judgeBoth(...evaluated) === "disagreement" &&
      !/EXPRESSION_UNKNOWN_NAME/.test(evaluateOurs(...evaluated).text),
    agreedValue: (...evaluated) =>
      judgeBoth(...evaluated) === "both value" ? evaluateOurs(...evaluated).text : undefined,
  });
  const expression = writeTerm(smallest.term);
  const bindings = Array.from(
    smallest.bindings,
    ([name, value]) => `${name}: ${writeValue(value)}`,
  );
  return {
    ...place,
    ...{ expression, bindings: bindings.join(", ") },
    ours: evaluateOurs(expression, smallest.bindings),
    theirs: evaluateTheirs(expression, smallest.bindings),
  };
}
