import type { Overload } from "../../cel/overload.ts";
import type { ScalarKind } from "../../cel/type.ts";

type Parameters = Overload["parameters"];
type Signature = Omit<Overload, "mayFail" | "bounds" | "apply">;

export function functionOf(name: string, parameters: Parameters, result: ScalarKind): Signature {
  return { name, isMethod: false, parameters, result: { kind: result } };
}

export function methodOf(name: string, parameters: Parameters, result: ScalarKind): Signature {
  return { ...functionOf(name, parameters, result), isMethod: true };
}
