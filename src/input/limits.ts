/** Longest text that is read, in UTF-16 code units. */
export const TEXT_LENGTH_MAX: number = 128 * 1024 * 1024;
/**
 * Longest text that is read as YAML, in UTF-16 code units: the YAML package needs many times the length of a long
 * scalar. JSON has no such limit.
 */
export const YAML_TEXT_LENGTH_MAX: number = 16 * 1024 * 1024;
/**
 * Tokens of a YAML text, blanks and line breaks included; some ten megabytes of what people write. The YAML package
 * needs up to 350 bytes a token while it reads. JSON has no such limit.
 */
export const YAML_TOKENS_MAX = 4_000_000;
/** Deepest nesting of lists and maps in a document; a lone scalar has depth 0. */
export const DEPTH_MAX = 64;
/** Documents in one text, empty ones included. */
export const DOCUMENTS_PER_FILE_MAX = 10_000;
/** Values that the aliases of one document may add to those that are written out. */
export const ALIAS_VALUES_MAX = 100_000;
/** Problems told about one text; what is beyond is left out. */
export const PROBLEMS_PER_FILE_MAX = 1_000;
