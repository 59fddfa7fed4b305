/** Longest expression that is read, in UTF-16 code units. */
export const EXPRESSION_LENGTH_MAX = 16_384;

/** Deepest nesting of an expression; a lone literal has depth 1, and each parenthesis counts. */
export const DEPTH_MAX = 64;

/** Most nodes of one expression. */
export const NODES_MAX = 10_000;

/** Most elements of a list literal, entries of a map literal, or arguments of a call. */
export const LIST_LITERAL_MAX = 1_000;

/**
 * Most units of one evaluation; Kubernetes allows as many. Each node is what its kind weighs, and in a loop that again
 * in each round; texts, bytes and lists that are gone through are a tenth of their length, the entries of a map, the
 * elements of lists that are joined or searched, and the values tried out for an unknown one each.
 */
export const COST_MAX = 1_000_000;

/** Most units that a constant part may take to be worked out beforehand; what takes more is left to the evaluation. */
export const FOLDING_COST_MAX = 100;

/** Most steps that a trace records. */
export const TRACE_STEPS_MAX = 10_000;

/** Most combinations of closed domains that one operator tries out before it says just "unknown". */
export const COMBINATIONS_MAX = 64;

/** Deepest value that is compared; deeper ones cost the whole budget. */
export const VALUE_DEPTH_MAX = 128;
