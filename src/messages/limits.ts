/** Longest text of one formatted value or rendered message, in UTF-16 code units. */
export const MESSAGE_LENGTH_MAX = 4_096;
