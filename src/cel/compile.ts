import type { Checked } from "./checked.ts";
import { type Code, type CompileContext, constantCode } from "./code.ts";
import { compileList, compileMap } from "./compile-literals.ts";
import { compileConditional, compileLogic, compileNot } from "./compile-logic.ts";
import { compileMacro } from "./compile-macros.ts";
import {
  compileCall,
  compileEquality,
  compileMembership,
  compileOrder,
} from "./compile-operators.ts";
import {
  compileField,
  compileHas,
  compileKey,
  compileLocal,
  compileVariable,
} from "./compile-reads.ts";
import type { Run } from "./frame.ts";

/** Turns a checked expression into a function; tells the slots that it reads. */
export function compileChecked(
  root: Checked,
  guarded: ReadonlySet<Checked>,
): { readonly run: Run; readonly slots: readonly number[] } {
  const slots = new Set<number>();
  const context: CompileContext = {
    guarded,
    slots,
    compile: (node) => compileNode(context, node),
  };
  const { run } = context.compile(root);
  return { run, slots: [...slots].sort((a, b) => a - b) };
}

function compileNode(context: CompileContext, node: Checked): Code {
  switch (node.kind) {
    case "constant":
      return constantCode(node.value);
    case "invalid":
      return constantCode(null);
    case "variable":
      return compileVariable(context, node);
    case "local":
      return compileLocal(context, node);
    case "field":
      return compileField(context, node);
    case "key":
      return compileKey(context, node);
    case "has":
      return compileHas(context, node);
    case "list":
      return compileList(context, node);
    case "map":
      return compileMap(context, node);
    case "logic":
      return compileLogic(context, node);
    case "not":
      return compileNot(context, node);
    case "conditional":
      return compileConditional(context, node);
    case "equality":
      return compileEquality(context, node);
    case "order":
      return compileOrder(context, node);
    case "membership":
      return compileMembership(context, node);
    case "call":
      return compileCall(context, node);
    case "dyn":
      return context.compile(node.operand);
    case "macro":
      return compileMacro(context, node);
  }
}
