import type { VariableDeclaration } from "../../cel/type.ts";
import type { CelValue, UnknownCause } from "../../cel/value.ts";
import type { JsonValue } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import type { UnknownReasonCode } from "../../snapshot/snapshot.ts";

/**
 * What is known about one question: a value, that there is none although we looked, or why it is not
 * known. Ignorance never turns into a value, into absence or into an error.
 */
export type Fact<T> = ValueFact<T> | AbsentFact | UnknownFact<T>;

export interface ValueFact<T> {
  readonly state: "value";
  readonly value: T;
  /** First instant (seconds since the epoch) at which it may differ though nothing but time has passed. */
  readonly untilSeconds?: number;
}

export interface AbsentFact {
  readonly state: "absent";
}

export interface UnknownFact<T> extends UnknownBounds<T> {
  readonly state: "unknown";
  readonly reasons: readonly UnknownReason[];
}

/** What is known of a value all the same. */
export interface UnknownBounds<T> {
  /** It is there, only its value is not known. */
  readonly present?: boolean;
  /** The values that remain possible (`null` for absent), where not all of the domain are. */
  readonly oneOf?: readonly (T | null)[];
  /** For counts: the least it can be. */
  readonly atLeast?: number;
}

/** One reason why something is not known. Its texts never carry a value that may be secret. */
export interface UnknownReason {
  readonly code: UnknownReasonCode;
  /** What was looked for and where, for people. */
  readonly detail: string;
  /** What would supply it: a file to give or a command to run. */
  readonly cure?: string;
}

/** Records where in the snapshot a value was seen. Given only on the second pass, which explains. */
export type Note = (path: ValuePath, seen: JsonValue) => void;

/** Gives another fact of the same subject, worked out at most once. */
export type ReadFact<Subject> = <T>(declaration: FactDeclaration<Subject, T>) => Fact<T>;

/**
 * One fact: the one place from which its TypeScript type, its type in expressions, its documentation
 * and its generators follow. Facts never read params, and are never named after a verdict.
 */
export interface FactDeclaration<Subject, T> {
  /** As expressions say it; may be dotted. */
  readonly name: string;
  readonly type: FactType<T>;
  /** Whether it may be known to be absent (reads as null). */
  readonly mayBeAbsent: boolean;
  /** Why it may be unknown; empty: it is always known. */
  readonly reasons: readonly UnknownReasonCode[];
  /** Parts of the snapshot it reads, as pointer patterns for people. */
  readonly reads: readonly string[];
  /** What it means, in one or two sentences, with the source of its rule. */
  readonly doc: string;
  /** Its value depends on the time of evaluation. */
  readonly timeDependent?: true;
  readonly derive: (subject: Subject, read: ReadFact<Subject>, note: Note | undefined) => Fact<T>;
}

/** A declared fact whatever its value's type: what tables of facts hold. */
// biome-ignore lint/suspicious/noExplicitAny: a table mixes facts of all value types; `any` is the only common supertype of an invariant parameter
export type AnyFact<Subject> = FactDeclaration<Subject, any>;

/** The type of a fact's values, in expressions and in TypeScript at once. */
export interface FactType<T> {
  readonly cel: VariableDeclaration["type"];
  /** Turns a value into what expressions work with. */
  readonly toCel: (value: T) => CelValue;
}

/** What an unknown fact hands to an expression, and what comes back as the cause of an undecided condition. */
export interface FactCause extends UnknownCause {
  readonly reasons: readonly UnknownReason[];
}

export function known<T>(value: T, untilSeconds?: number): ValueFact<T> {
  return untilSeconds === undefined
    ? { state: "value", value }
    : { state: "value", value, untilSeconds };
}

export const absent: AbsentFact = { state: "absent" };

export function unknown<T>(
  code: UnknownReasonCode,
  detail: string,
  rest: { readonly cure?: string } & UnknownBounds<T> = {},
): UnknownFact<T> {
  const { cure, ...bounds } = rest;
  return {
    state: "unknown",
    reasons: [cure === undefined ? { code, detail } : { code, detail, cure }],
    ...bounds,
  };
}
