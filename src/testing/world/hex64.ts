/** A stable stand-in for a SHA-256: 64 hex digits that depend on the text. */
export function hex64(text: string): string {
  let state = 2_166_136_261;
  let digits = "";
  for (let round = 0; round < 8; round += 1) {
    for (const letter of `${round}${text}`) {
      state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
    }
    digits += state.toString(16).padStart(8, "0");
  }
  return digits;
}
