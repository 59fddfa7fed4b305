import { shippedEffectTable } from "../../generated/shipped-effects.ts";
import { once } from "../../input/once.ts";
import { createEffectTable, type EffectTable } from "./effect-table.ts";

/** The table that comes with the package, from `builtin/talos.yaml`. */
export const shippedEffects: () => EffectTable = once(() =>
  createEffectTable(shippedEffectTable, []),
);
