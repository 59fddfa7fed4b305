import type { Expression } from "./ast.ts";
import { type Code, createFrame, withinBudget } from "./code.ts";
import type { Program, TraceStep } from "./expression.ts";
import { noGuards } from "./guards.ts";
import { TRACE_STEPS_MAX } from "./limits.ts";
import type { CheckContext, Node } from "./node.ts";
import { DYN } from "./type.ts";
import type { CelValue } from "./value.ts";

/**
 * Compiles an expression once more, at the first call, with each part recording what it gives. What was
 * checked without a problem has none the second time.
 */
export function tracer(
  context: CheckContext,
  root: Expression,
  checkNode: (context: CheckContext, node: Expression) => Node,
): Program["trace"] {
  let steps: TraceStep[] = [];
  let isCut = false;
  const record = ({ offset, end }: Expression, value: CelValue): void => {
    if (steps.length < TRACE_STEPS_MAX) steps.push({ offset, end, value });
    else isCut = true;
  };
  const tracing: CheckContext = {
    ...context,
    check: (node) => {
      const typed = checkNode(tracing, node);
      const checked = context.isDynamic ? { ...typed, type: DYN } : typed;
      const compile: Node["compile"] = (guards, isTested) =>
        recording(node, checked.compile(guards, isTested), record);
      // Without its route, so that each part on the way is evaluated by itself.
      const { path } = checked;
      return path === undefined
        ? { ...checked, compile }
        : { ...checked, compile, path: { ...path, route: undefined } };
    },
  };
  let compiled: Code | undefined;
  return (bindings) => {
    compiled ??= tracing.check(root).compile(noGuards);
    steps = [];
    isCut = false;
    const slots = new Set<number>();
    const frame = createFrame(tracing.locals);
    frame.cost = root.weight;
    frame.bindings = {
      at: (slot) => {
        slots.add(slot);
        return bindings.at(slot);
      },
    };
    const value = withinBudget(frame, compiled.run(frame));
    return { value, steps, isCut, slots: [...slots] };
  };
}

function recording(
  node: Expression,
  { run, ...rest }: Code,
  record: (node: Expression, value: CelValue) => void,
): Code {
  return {
    ...rest,
    run: (frame) => {
      const value = run(frame);
      record(node, value);
      return value;
    },
  };
}
