import type { ACTIONS } from "../../engine/decision.ts";
import type { Scene } from "../laws/law.ts";
import type { LawKey } from "../laws/law-of.ts";

/** What laws came to for some policies: what was explored, and where one is broken. */
export interface Verification {
  /** Of worlds that are drawn: the same seed and number of runs of each law give the same ones. */
  readonly drawn?: { readonly seed: number; readonly runs: number };
  /** Of worlds that are gone through one by one: what they are, and how many. */
  readonly scopes?: readonly ScopeReport[];
  readonly laws: readonly LawReport[];
  readonly explored: Explored;
}

/**
 * `holds`: no counterexample was found. `broken`: one was. `hardlyExercised`: something that must come up hardly did, so
 * that nothing was shown. `notAsked`: these policies or this profile cannot be held to it.
 */
export type LawOutcome = "holds" | "broken" | "hardlyExercised" | "notAsked";

export interface ScopeReport {
  readonly name: string;
  /** What is in it, for people. */
  readonly bounds: string;
  readonly states: number;
}

export interface LawReport {
  readonly law: LawKey;
  /** For people. */
  readonly name: string;
  readonly statement: string;
  readonly outcome: LawOutcome;
  /** Why it is not asked, what hardly came up, or what the counterexample shows. */
  readonly because?: string;
  /** How many runs there were, up to the counterexample. */
  readonly runs: number;
  /** In how many runs each thing came up. */
  readonly counts: Readonly<Record<string, number>>;
  readonly counterexample?: Counterexample;
}

export interface Counterexample {
  /** As fast-check replays it, together with the seed; of worlds gone through, which one it was. */
  readonly path: string;
  /** How often smaller input was found that breaks the law as well. */
  readonly shrinks: number;
  /** Undefined for a law whose worlds nobody has put in words: then `input` says all. */
  readonly scene?: Scene;
  /** The input as it was drawn, as text. */
  readonly input: string;
}

/** How often each thing was decided, over all decisions that laws asked for. */
export interface Explored {
  readonly decisions: number;
  readonly actions: Readonly<Partial<Record<(typeof ACTIONS)[number], number>>>;
  /** Of each intent, as `deploy: deny`. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Every rule of the policies, with 0 for one that never decided anything. */
  readonly rules: Readonly<Record<string, number>>;
}
