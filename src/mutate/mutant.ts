import type { SourcePosition } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";

/** What is done to a policy. */
export const MUTANT_KINDS = [
  "delete",
  "negate",
  "drop",
  "compare",
  "bound",
  "order",
  "outcome",
  "denies",
  "enforcement",
] as const;
export type MutantKind = (typeof MUTANT_KINDS)[number];

/** The part of a policy that a mutant changes. */
export interface MutatedPart {
  readonly type: "rule" | "otherwise" | "whenUnknown" | "variable" | "param";
  /** Of an entry of `whenUnknown`, its 1-based place. */
  readonly name: string;
}

/** A policy with one small mistake in it. */
export interface Mutant {
  /** Unique among the mutants of a file's policies: policy, part, kind and number. */
  readonly id: string;
  readonly kind: MutantKind;
  readonly policy: string;
  readonly part: MutatedPart;
  readonly position: SourcePosition;
  /** What stands there, and what would, on one line each. */
  readonly before: string;
  readonly after: string;
  /** What a case must look at to tell, for people; where nothing better is known. */
  readonly hint: string;
  readonly original: SourceDocument;
  readonly document: SourceDocument;
}

/** A change of one document, before it has a number. */
export type Change = Omit<Mutant, "id" | "policy" | "original">;
