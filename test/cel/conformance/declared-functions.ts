import type { Overload } from "../../../src/cel/overload.ts";
import { type CelType, joinTypes, kindOfType } from "../../../src/cel/type.ts";
import { CelError } from "../../../src/cel/value.ts";
import { toType } from "./from-proto.ts";
import type { ProtoOverload, ProtoType, SimpleTest } from "./simple-test.ts";

/** The functions that a test declares. They have types and no code: such tests only ask for types. */
export function functionsOf({ typeEnv = [] }: SimpleTest): Map<string, readonly Overload[]> {
  return new Map(
    typeEnv.flatMap(({ name, function: declared }) =>
      declared === undefined
        ? []
        : [[name, (declared.overloads ?? []).map((each) => overloadOf(name, each))] as const],
    ),
  );
}

const noCode = new CelError("NoSuchOverload", "declared without code");

function overloadOf(name: string, { params = [], resultType }: ProtoOverload): Overload {
  return {
    name,
    isMethod: false,
    parameters: params.map(parameterOf),
    result: (types) => {
      const bound = new Map<string, CelType>();
      for (const [at, param] of params.entries()) bind(param, types[at] ?? { kind: "dyn" }, bound);
      return fillIn(resultType, bound);
    },
    apply: () => noCode,
  };
}

/** Type parameters, and types that only functions make, take anything here. */
function parameterOf(param: ProtoType): Overload["parameters"][number] {
  if (param.typeParam !== undefined || param.abstractType !== undefined) return "any";
  return kindOfType(toType(param)) ?? "any";
}

/** Finds what type parameters stand for; one that stands for several types is what joins them. */
function bind(param: ProtoType, type: CelType, bound: Map<string, CelType>): void {
  const { typeParam, abstractType } = param;
  if (typeParam !== undefined) {
    const earlier = bound.get(typeParam);
    bound.set(typeParam, earlier === undefined ? type : joinTypes(earlier, type));
  }
  if (abstractType === undefined || type.kind !== "opaque") return;
  for (const [at, inner] of (abstractType.parameterTypes ?? []).entries()) {
    bind(inner, type.parameters[at] ?? { kind: "dyn" }, bound);
  }
}

function fillIn(proto: ProtoType, bound: ReadonlyMap<string, CelType>): CelType {
  const { typeParam, abstractType } = proto;
  if (typeParam !== undefined) return bound.get(typeParam) ?? { kind: "dyn" };
  if (abstractType === undefined) return toType(proto);
  const parameters = (abstractType.parameterTypes ?? []).map((each) => fillIn(each, bound));
  return { kind: "opaque", name: abstractType.name, parameters };
}
