/** How a guard stands: `unknown` is unmet as well, because of what was not read. */
export type Met = "met" | "unknown" | "unmet";

const order: readonly Met[] = ["met", "unknown", "unmet"];

export function worst(all: readonly Met[]): Met {
  return order[Math.max(0, ...all.map((each) => order.indexOf(each)))] ?? "unknown";
}

export const metIf = (is: boolean): Met => (is ? "met" : "unmet");
