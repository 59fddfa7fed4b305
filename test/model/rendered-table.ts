import { type Outcome, toDo } from "./outcome.ts";
import type { Effect } from "./rendered.ts";

// effects.md, "What is asked of a node".

export function ofRendered(effect: Effect, isLeaving: boolean): Outcome {
  if (isLeaving) return { ...toDo(), reasons: ["NodeLeaving"] };
  switch (effect) {
    case "nothing":
      return { ...toDo(), reasons: [] };
    case "none":
      return { ...toDo("patch"), reasons: [] };
    case "restart":
      return { ...toDo("patch", "restart"), reasons: [] };
    case "reboot":
      return { ...toDo("patch", "reboot"), reasons: [] };
    case "unclassified":
      return { ...toDo(), hold: "refused", reasons: ["EffectUnclassified"] };
  }
}
