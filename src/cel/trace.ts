import type { Expression } from "./ast.ts";
import { type Code, createFrame, withinBudget } from "./code.ts";
import type { Program, TraceStep } from "./expression.ts";
import { noGuards, noPath, type Path } from "./guards.ts";
import { TRACE_STEPS_MAX } from "./limits.ts";
import type { CheckContext, Node } from "./node.ts";
import { DYN } from "./type.ts";
import { CelError } from "./value.ts";

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
  const recording = ({ offset, end, path }: Node, code: Code): Code => ({
    ...code,
    // What an error is part of runs as well, so that the part that failed has a step of its own.
    constant: code.constant instanceof CelError ? undefined : code.constant,
    run: (frame) => {
      const value = code.run(frame);
      if (steps.length < TRACE_STEPS_MAX) steps.push({ offset, end, value, slot: slotOf(path) });
      else isCut = true;
      return value;
    },
  });
  const tracing: CheckContext = {
    ...context,
    check: (node) => {
      const typed = checkNode(tracing, node);
      const checked = context.isDynamic ? { ...typed, type: DYN } : typed;
      const compile: Node["compile"] = (guards, isTested) =>
        recording(checked, checked.compile(guards, isTested));
      const { path } = checked;
      if (path === undefined) return { ...checked, compile };
      // Without its route, so that each part on the way is evaluated by itself.
      return { ...checked, compile, path: { ...path, route: undefined } };
    },
  };
  let compiled: Code | undefined;
  return (bindings) => {
    compiled ??= tracing.check(root).compile(noGuards);
    steps = [];
    isCut = false;
    const frame = createFrame(tracing.locals);
    frame.cost = root.weight;
    frame.bindings = bindings;
    const value = withinBudget(frame, context.slots, compiled.run(frame));
    return { value, steps, isCut };
  };
}

function slotOf(path: Path | undefined): number | undefined {
  const { route } = path ?? noPath;
  return route?.root === "slot" && route.names.length === 0 ? route.at : undefined;
}
