/** Orders by UTF-16 code units: the one order used in every output, independent of any locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
