/** Operations in one patch. */
export const PATCH_OPERATIONS_MAX = 10_000;
/**
 * Values, and characters of their texts and keys, that the operations of one patch write together: each copy may double
 * what is there.
 */
export const PATCH_SIZE_MAX: number = 8 * 1024 * 1024;
