import type { Duration, Timestamp } from "../time/time.ts";

/**
 * A value at run time.
 *
 * An int is a safe-integer number, or a bigint beyond 2^53; a double is boxed, so that the two are told
 * apart in `dyn` as well. Lists are arrays or, where elements may be missing, `PartialList`. Maps and
 * structs are plain objects (own keys only) or, with keys that are not text, `Map`; a map that may
 * have more keys is a `PartialMap`.
 */
export type CelValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | CelDouble
  | CelUint
  | Uint8Array
  | Timestamp
  | Duration
  | readonly CelValue[]
  | PartialList
  | ReadonlyMap<CelValue, CelValue>
  | { readonly [key: string]: CelValue }
  | PartialMap
  | TypeName
  | CelOptional
  | Unknown
  | CelError;

/** Something kept apart from plain values of the same content. */
class Box<T> {
  constructor(value: T) {
    this.value = value;
  }
  readonly value: T;
}

export class CelDouble extends Box<number> {}

export class CelUint extends Box<bigint> {}

/** A value that is there, or none. What is not known of it is inside: that it is there is known. */
export class CelOptional extends Box<CelValue | undefined> {}

/** A type as a value, such as `type(1)`. */
export class TypeName {
  constructor(name: string) {
    this.name = name;
  }
  readonly name: string;
}

/**
 * Why a value is unknown: which declared name it came from. The rest of the reason is the caller's
 * own and is handed back as it is; two causes are the same when they are the same object.
 */
export interface UnknownCause {
  /** The declared variable that is not known. */
  readonly name: string;
}

/** What is known of an unknown value all the same. Nothing said: it may be anything of its type. */
export interface UnknownBounds {
  /**
   * True: it is there, only its value is not known: `has()` is true and `== null` false. False: it may be
   * absent, whatever is declared of the place where it stands.
   */
  readonly present?: boolean;
  /** Every value it may have, null among them if it may be absent; at least one. */
  readonly oneOf?: readonly CelValue[];
  /** The least it may be (ints only): sizes of open lists. */
  readonly atLeast?: number;
  /** The most it may be (ints only). */
  readonly atMost?: number;
  /** Evaluating it may have been an error. */
  readonly mayBeError?: CelError;
}

/** A value that was not read, or is not readable. It is no error and never becomes one. */
export class Unknown {
  constructor(causes: readonly UnknownCause[], bounds: UnknownBounds = {}) {
    this.causes = causes;
    this.bounds = bounds;
  }
  readonly causes: readonly UnknownCause[];
  readonly bounds: UnknownBounds;
}

/** A failed evaluation: a value, never thrown. `offset` is where in the expression it arose. */
export class CelError {
  constructor(code: CelErrorCode, message: string, offset = 0) {
    this.code = code;
    this.message = message;
    this.offset = offset;
  }
  readonly code: CelErrorCode;
  readonly message: string;
  readonly offset: number;
}

export type CelErrorCode =
  | "NoSuchKey"
  | "NoSuchOverload"
  | "IndexOutOfRange"
  | "Overflow"
  | "DivisionByZero"
  | "InvalidArgument"
  | "CostExceeded";

/** A list of which elements may be missing. */
export class PartialList {
  constructor(
    items: readonly CelValue[],
    options: {
      readonly open: boolean;
      readonly causes: readonly UnknownCause[];
      readonly maybe?: ReadonlySet<number>;
    },
  ) {
    this.items = items;
    this.open = options.open;
    this.causes = options.causes;
    this.maybe = options.maybe ?? noIndexes;
  }
  /** The elements that were seen; fields of each may be unknown. */
  readonly items: readonly CelValue[];
  /** Whether there may be further elements, anywhere in the list. */
  readonly open: boolean;
  /** Why it is open, or why elements are doubtful. */
  readonly causes: readonly UnknownCause[];
  /** Indexes of elements that may or may not be in the list. */
  readonly maybe: ReadonlySet<number>;
}

const noIndexes: ReadonlySet<number> = new Set();

/** A map that may have keys beyond those seen. */
export class PartialMap {
  constructor(seen: { readonly [key: string]: CelValue }, causes: readonly UnknownCause[]) {
    this.seen = seen;
    this.causes = causes;
  }
  readonly seen: { readonly [key: string]: CelValue };
  readonly causes: readonly UnknownCause[];
}

/** The values of the declared variables for one evaluation, by slot. */
export interface Bindings {
  readonly at: (slot: number) => CelValue;
}
