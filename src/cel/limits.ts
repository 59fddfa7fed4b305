/** Longest expression that is read, in UTF-16 code units. */
export const EXPRESSION_LENGTH_MAX = 16_384;

/** Deepest nesting of an expression; a lone literal has depth 1, and each parenthesis counts. */
export const DEPTH_MAX = 64;

/** Most nodes of one expression. */
export const NODES_MAX = 10_000;

/** Most elements of a list literal, entries of a map literal, or arguments of a call. */
export const LIST_LITERAL_MAX = 1_000;

/**
 * Most steps of one evaluation: each call, each round of a macro and each element compared or copied is one;
 * reading a text, bytes, a list or a map costs one more for each 10 units or elements, as in cel-go.
 */
export const COST_MAX = 1_000_000;

/** Most steps that a trace records. */
export const TRACE_STEPS_MAX = 10_000;

/** Most combinations of closed domains that one operator tries out before it says just "unknown". */
export const COMBINATIONS_MAX = 64;

/** Deepest value that is compared; deeper ones cost the whole budget. */
export const VALUE_DEPTH_MAX = 128;
