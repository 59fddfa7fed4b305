import type { Span } from "./ast.ts";
import { type Code, code, type Run } from "./code.ts";
import { type Guards, type Path, pathOf, type Route } from "./guards.ts";
import { isPlain } from "./kinds.ts";
import { type LocalScope, makeNode, type Node } from "./node.ts";
import { optionalOf } from "./optional.ts";
import { type CelType, type DeclaredVariable, domainOf, type FieldType } from "./type.ts";
import { narrow, type Reading } from "./unknown.ts";
import { type CelValue, Unknown } from "./value.ts";

/** What a type says of an unknown that is read; values of `dyn` may be null. */
export function readingOf({ type, mayBeAbsent }: FieldType, isPresent = false): Reading {
  const isNullable = mayBeAbsent || type.kind === "dyn" || type.kind === "null";
  return { domain: domainOf(type), mayBeAbsent: isNullable, isGuarded: isPresent };
}

/** A value as it is read: an unknown takes on what its type says. */
export function readAs(value: CelValue, reading: Reading): CelValue {
  return typeof value === "object" && value instanceof Unknown ? narrow(value, reading) : value;
}

/** Compiles a read, told whether it counts as present and how what it is read from is compiled. */
export type CompileRead = (isPresent: boolean, guards: Guards, isTested: boolean) => Code;

export function readNode(span: Span, type: CelType, path: Path, compileRead: CompileRead): Node {
  const compile: Node["compile"] = (guards, isTested = false) => {
    const isPresent = !isTested && path.key !== undefined && guards(path.key);
    const read = compileRead(isPresent, guards, isTested);
    return path.route === undefined ? read : { ...read, run: walk(path.route, read.run) };
  };
  return makeNode(span, type, compile, { path });
}

/** Goes through records at once; whatever else is met on the way is left to `otherwise`. */
function walk({ root, at, names }: Route, otherwise: Run): Run {
  const isSlot = root === "slot";
  return (frame) => {
    let value: CelValue | undefined = isSlot ? frame.bindings.at(at) : frame.locals[at];
    for (const name of names) {
      if (!isPlain(value)) return otherwise(frame);
      value = value[name];
    }
    return value === undefined || value instanceof Unknown ? otherwise(frame) : value;
  };
}

export function variableNode(span: Span, variable: DeclaredVariable): Node {
  return rootNode(span, variable, { root: "slot", at: variable.slot, names: [] });
}

/** A macro's variable. */
export function localNode(span: Span, { type, index }: LocalScope): Node {
  return rootNode(span, { type, mayBeAbsent: false }, { root: "local", at: index, names: [] });
}

/** What is read as it is bound. */
function rootNode(span: Span, declared: FieldType, route: Route): Node {
  const { root, at } = route;
  const bound: Run =
    root === "slot" ? (frame) => frame.bindings.at(at) : (frame) => frame.locals[at] ?? null;
  return readNode(span, declared.type, pathOf(`${root}${at}`, undefined, route), (isPresent) => {
    const reading = readingOf(declared, isPresent);
    return code((frame) => readAs(bound(frame), reading), declared.mayBeAbsent && !isPresent);
  });
}

/** `a.?b` of a declared name: absence is no value. */
export function optionalVariableNode(span: Span, variable: DeclaredVariable): Node {
  const read = variableNode(span, variable);
  const compile: Node["compile"] = (guards) => {
    const { run } = read.compile(guards);
    return code((frame) => optionalOf(run(frame)));
  };
  const type: CelType = { kind: "optional", value: variable.type };
  return makeNode(span, type, compile, { isOptionalRead: true });
}
