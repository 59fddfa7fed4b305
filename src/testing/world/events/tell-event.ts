import { compareText } from "../../../input/compare-text.ts";
import type { World } from "../world.ts";
import type { WorldEvent } from "./world-event.ts";

/** An event in words: what happens, to which node and credential, and how. */
export function tellEvent({ nodes, credentials }: World, { event }: WorldEvent): string {
  const fields: Readonly<Record<string, unknown>> = { ...event };
  const { type: _, node, credential, ...how } = fields;
  const words = event.type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const what = [nameAt(nodes, node), nameAt(credentials, credential)].filter((name) => name !== "");
  const details = Object.entries(how)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const more = details.length === 0 ? "" : ` (${details.join(", ")})`;
  return `${[words, ...what].join(" ")}${more}`;
}

/** Things are named by place, modulo how many there are. */
function nameAt(items: readonly { readonly name: string }[], place: unknown): string {
  return typeof place === "number" ? (items[place % Math.max(1, items.length)]?.name ?? "") : "";
}
