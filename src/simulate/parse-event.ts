import type { Parsed, Problem } from "../input/problem.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import type { EventKind, SimulationEvent } from "./event.ts";
import { EVENTS } from "./events.ts";

/** Reads `name` or `name=argument`. Whether the event can happen to a cluster is asked when it does. */
export function parseEvent(text: string): Parsed<SimulationEvent> {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const argument = equals < 0 ? "" : text.slice(equals + 1);
  const kind = EVENTS.find((each) => each.name === name);
  if (kind === undefined) return failed(unknownEvent(name));
  if (kind.argument === undefined && equals >= 0)
    return failed(badArgument(text, kind, "takes no argument"));
  const effect = kind.prepare(argument);
  if (effect !== undefined) return { ok: true, value: { text, effect } };
  const isMissing = argument === "";
  return failed(
    badArgument(text, kind, isMissing ? "needs an argument" : "has an argument of another form"),
  );
}

/** How an event is written, such as `reboot=NODE`; what may be left out stands in brackets. */
export function eventUsage({ name, argument }: EventKind): string {
  if (argument === undefined) return name;
  return argument.startsWith("[") ? `${name}[=${argument.slice(1)}` : `${name}=${argument}`;
}

function unknownEvent(name: string): Problem {
  const names = EVENTS.map((each) => each.name);
  return {
    code: "USAGE_INVALID",
    message: `there is no event \`${name}\``,
    position: undefined,
    expected: `one of: ${names.join(", ")}`,
    ...suggestion(nearest(name, names)),
  };
}

function badArgument(text: string, kind: EventKind, what: string): Problem {
  return {
    code: "USAGE_INVALID",
    message: `event \`${text}\` ${what}`,
    position: undefined,
    expected: `\`${eventUsage(kind)}\``,
  };
}

function failed(problem: Problem): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems: [problem] };
}
