/** What one source says about one step of the pipeline. */
export interface StepReading {
  readonly id: string;
  readonly outcome?: string;
  readonly conclusion?: string;
  readonly durationMs?: number;
  /** The source itself was put together from sources that disagreed. */
  readonly contradictory?: boolean;
}

/** What one source says about a run. */
export interface PipelineReading {
  readonly conclusions: readonly string[];
  readonly events: readonly string[];
  readonly steps: readonly StepReading[];
  /** Ids in the order in which they were come to, one list for each stretch in which the source tells it. */
  readonly orders: readonly (readonly string[])[];
  /** Ids of steps that the source would have told, had they been in the run. */
  readonly lists: ReadonlySet<string> | "every";
}

/** A source that says which run it is about, and so can be told from sources about earlier ones. */
export interface RunReading extends PipelineReading {
  /** Number of the run, with its attempt if that is not the first. */
  readonly run: string | undefined;
  readonly startedAt: string | undefined;
}

export const silent: PipelineReading = {
  conclusions: [],
  events: [],
  steps: [],
  orders: [],
  lists: new Set(),
};

interface StepWords {
  readonly outcome?: string | undefined;
  readonly conclusion?: string | undefined;
  readonly durationMs?: number | undefined;
}

export function readingOf(id: string, { outcome, conclusion, durationMs }: StepWords): StepReading {
  return {
    id,
    ...(outcome === undefined ? {} : { outcome }),
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** Results and events are words of GitHub's; a text that is none is not told. */
export function readWord(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z_]{1,40}$/.test(text) ? text : undefined;
}

/** Those in which something comes before something; what occurs twice in a list has no place in it. */
export function ordersOf(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.map(withoutRepeats).filter((ids) => ids.length > 1);
}

function withoutRepeats(ids: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ids.filter((id) => counts.get(id) === 1);
}

/**
 * The id of a step by its name in `steps` or in a marker, where a local action's own name stands before it. Undefined for steps
 * without an id of their own, which GitHub numbers anew in every workflow.
 */
export function stepId(name: string): string | undefined {
  const id = name.replace(/^__self(_\d{1,5})?\./, "");
  return id.startsWith("__") || !/^[A-Za-z0-9_.-]{1,100}$/.test(id) ? undefined : id;
}
