import type { Parsed, Problem } from "../input/problem.ts";
import type { SimulationEvent } from "../simulate/event.ts";
import { parseEvent } from "../simulate/parse-event.ts";
import { type EvalArguments, readEvalArguments } from "./arguments.ts";
import { type CommandLine, usageProblem } from "./command-line.ts";

/** What is to happen, in the order typed; a patch is not read yet. */
export type StepArgument =
  | { readonly type: "event"; readonly event: SimulationEvent }
  | { readonly type: "patch"; readonly file: string };

export interface SimulateArguments extends EvalArguments {
  readonly steps: readonly StepArgument[];
}

export function readSimulateArguments(line: CommandLine): Parsed<SimulateArguments> {
  const args = readEvalArguments(line);
  const problems: Problem[] = args.ok ? [] : [...args.problems];
  const steps = (line.given ?? []).flatMap(({ name, value }): readonly StepArgument[] => {
    if (name === "patch") return [{ type: "patch", file: value }];
    if (name !== "event") return [];
    const event = parseEvent(value);
    if (event.ok) return [{ type: "event", event: event.value }];
    problems.push(...event.problems);
    return [];
  });
  if (!(line.values.has("event") || line.values.has("patch")))
    problems.push(
      usageProblem(
        "nothing is to happen",
        "name events with --event, such as --event cluster-update, or a patch with --patch FILE",
      ),
    );
  if (!args.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...args.value, steps } };
}
