import { INTENTS } from "../engine/policy.ts";
import { EVENTS } from "../simulate/events.ts";
import { eventUsage } from "../simulate/parse-event.ts";
import { type Command, commands, type Flag } from "./commands.ts";

const exitCodes = `Exit codes: 0 allowed · 1 the intent is denied · 2 wrong usage or input · 3 indeterminate · 4 nothing was judged
(2 before 1 before 3 before 4). Data goes to standard output, everything else to standard error.`;

/** Help of one command, or of all of them. */
export function helpText(command: Command | undefined): string {
  return command === undefined ? overview() : commandHelp(command);
}

function overview(): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `fleetwarrant: which disruptions of a cluster have a warrant, decided from evidence

Usage: fleetwarrant COMMAND [flags]

Commands:
${table(rows)}

Flags:
${table([
  ["-h, --help", "print help; fleetwarrant COMMAND --help prints a command's"],
  ["--version", "print the version"],
])}

${exitCodes}
`;
}

function commandHelp({ usage, summary, flags, name, ...own }: Command): string {
  const hasIntents = flags.some((flag) => flag.name === "intent");
  const intents = hasIntents ? `\nIntents: ${INTENTS.join(", ")}\n` : "";
  const events = name === "simulate" ? `\nEvents:\n${eventTable()}\n` : "";
  return `${summary}

Usage: ${usage}

Flags:
${table(flags.map((flag) => [flagText(flag), flag.help + (flag.isRepeatable ? " (repeatable)" : "")] as const))}
${events}${intents}
${own.exitCodes ?? exitCodes}
`;
}

function eventTable(): string {
  return table(EVENTS.map((kind) => [eventUsage(kind), kind.summary] as const));
}

function flagText({ name, short, value }: Flag): string {
  const names = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
