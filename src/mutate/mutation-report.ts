import type { SourcePosition } from "../input/problem.ts";
import type { Witness } from "./compare-everywhere.ts";
import type { Mutant } from "./mutant.ts";

/** What told a mutant from its policy. Laws may come to be another type. */
export interface Kill {
  readonly type: "case";
  readonly name: string;
  readonly position: SourcePosition;
  /** The first thing that it expects and the mutant does not give. */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** Why a mutant decides as its policy does, so that nothing can tell. */
export type Proof =
  | { readonly type: "sameDigest" }
  /** In that many combinations of values both decide alike. */
  | { readonly type: "enumeration"; readonly states: number };

/** What became of a mutant. */
export type Fate =
  | { readonly fate: "killed"; readonly by: Kill }
  | {
      readonly fate: "survived";
      readonly suggestion: string;
      /** Values with which it decides otherwise, where they could be found. */
      readonly witness?: Witness;
    }
  | { readonly fate: "equivalent"; readonly proof: Proof }
  /** It does not compile. */
  | { readonly fate: "invalid"; readonly because: string };

export type MutantResult = Pick<
  Mutant,
  "id" | "kind" | "policy" | "part" | "position" | "before" | "after"
> &
  Fate;

/** What a run of mutants came to. JSON as it stands. */
export interface MutationReport {
  readonly apiVersion: "fleetwarrant.dev/v1alpha1";
  readonly kind: "MutationReport";
  /** `vacuous`: there was no mutant that anything could tell, which is no pass. */
  readonly outcome: "killed" | "survived" | "vacuous";
  readonly counts: Readonly<Record<MutationCount, number>>;
  /** Killed, of those that are killed or survive: whole percent, rounded down. Absent where it would be of nothing. */
  readonly scorePercent?: number;
  /** By file and place. */
  readonly mutants: readonly MutantResult[];
}

export type MutationCount = "policies" | "cases" | "mutants" | Fate["fate"];
