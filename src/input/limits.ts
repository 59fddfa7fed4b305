/** Longest text that is read, in UTF-16 code units. */
export const TEXT_LENGTH_MAX = 64 * 1024 * 1024;
/** Deepest nesting of lists and maps in a document; a lone scalar has depth 0. */
export const DEPTH_MAX = 64;
/** Documents in one text, empty ones included. */
export const DOCUMENTS_PER_FILE_MAX = 10_000;
/** Values that the aliases of one document may add to those that are written out. */
export const ALIAS_VALUES_MAX = 100_000;
/** Problems told about one text; what is beyond is left out. */
export const PROBLEMS_PER_FILE_MAX = 1_000;
