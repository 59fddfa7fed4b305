import type { EffectTable } from "../engine/effects/effect-table.ts";
import type { Problem } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import type { CredentialRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { Edit } from "./edit.ts";

type Declared = NonNullable<CredentialRecord["declared"]>;

/** What earlier events of the simulation had declared, by credential, oldest first: Git remembers even where no history is collected. */
export type Past = Readonly<Record<string, readonly Declared[]>>;

/** The cluster as it is seen when an event happens. */
export interface EventContext {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly past: Past;
  /** What a changed login costs on which Talos version. */
  readonly effects: EffectTable;
}

/** What an event changes of what is seen. */
export interface Happening {
  readonly edits: readonly Edit[];
  /** Absent: as before. */
  readonly past?: Past;
}

/** Why an event cannot happen here. */
export interface Refusal {
  readonly refused: string;
  readonly help?: string | undefined;
}

/** An event with its argument read. It reads the cluster as it was seen, and says what is seen after it. */
export type EventEffect = (context: EventContext) => Happening | Refusal;

/** A named event, for parsing and for help alike. */
export interface EventKind {
  readonly name: string;
  /** What its argument is called in help; none: it takes no argument. Brackets: it may be left out. */
  readonly argument?: string;
  /** What it models, in one line. */
  readonly summary: string;
  /** Undefined where the argument is not of the form that `argument` shows. */
  readonly prepare: (argument: string) => EventEffect | undefined;
}

/** One event of a simulation, ready to happen. */
export interface SimulationEvent {
  /** `name` or `name=argument`, as it was asked for. */
  readonly text: string;
  readonly effect: EventEffect;
}

export function isRefusal(result: Happening | Refusal): result is Refusal {
  return "refused" in result;
}

/** A refusal as a mistake of whoever asked for the event. */
export function refusalProblem(text: string, { refused, help }: Refusal): Problem {
  const message = `event \`${text}\`: ${refused}`;
  return {
    code: "USAGE_INVALID",
    message,
    position: undefined,
    ...(help === undefined ? {} : { help }),
  };
}
