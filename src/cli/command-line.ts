import { parseArgs } from "node:util";
import type { Parsed, Problem } from "../input/problem.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import { type Command, commands } from "./commands.ts";

/** What was typed, by flag: every value in order, still as text. */
export interface CommandLine {
  readonly command: Command | undefined;
  /** The word that stands without a flag, for a command that takes one. */
  readonly argument?: string | undefined;
  /** All words that stand without a flag, for a command that takes several. */
  readonly words?: readonly string[];
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The same in the order in which it was typed, for flags whose order among each other counts. */
  readonly given?: readonly GivenFlag[];
}

export interface GivenFlag {
  readonly name: string;
  readonly value: string;
}

/** A mistake in how the program was called. */
export function usageProblem(message: string, help?: string): Problem {
  const base = { code: "USAGE_INVALID", message, position: undefined } as const;
  return help === undefined ? base : { ...base, help };
}

/** Finds the command and its flags. What the values mean is not looked at here. */
export function readCommandLine(argv: readonly string[]): Parsed<CommandLine> {
  const [first, ...rest] = argv;
  if (first === undefined || first === "--help" || first === "-h" || first === "help")
    return readGlobal({ topic: first === "help" ? rest[0] : undefined });
  if (first === "--version")
    return { ok: true, value: { ...nothing, wantsVersion: true, wantsHelp: false } };
  const command = commands.find(({ name }) => name === first);
  if (command === undefined) return { ok: false, problems: [unknownCommand(first)] };
  return readFlags(command, rest);
}

const nothing: CommandLine = {
  command: undefined,
  wantsHelp: true,
  wantsVersion: false,
  values: new Map(),
};

function readGlobal({ topic }: { topic: string | undefined }): Parsed<CommandLine> {
  if (topic === undefined) return { ok: true, value: nothing };
  const command = commands.find(({ name }) => name === topic);
  return command === undefined
    ? { ok: false, problems: [unknownCommand(topic)] }
    : { ok: true, value: { ...nothing, command } };
}

function unknownCommand(word: string): Problem {
  const names = commands.map(({ name }) => name);
  if (word.startsWith("-"))
    return usageProblem(`a command comes first, not \`${word}\``, `one of: ${names.join(", ")}`);
  return usageProblem(
    `unknown command \`${word}\``,
    suggestion(nearest(word, names), `one of: ${names.join(", ")}`).help,
  );
}

function readFlags(command: Command, args: readonly string[]): Parsed<CommandLine> {
  const options = Object.fromEntries(
    command.flags.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ("boolean" as const) : ("string" as const),
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  // Not strict: that would stop at the first mistake, and knows no suggestion.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const values = new Map<string, string[]>();
  const words = tokens.flatMap((token, index) =>
    token.kind === "positional" && !isValueOfUnknown(command, tokens[index - 1])
      ? [token.value]
      : [],
  );
  const problems: Problem[] = [];
  const inOrder: GivenFlag[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const given = { ...token, value: givenValue(token) };
    const problem = flagProblem(command, given, values);
    if (problem !== undefined) problems.push(problem);
    else values.set(token.name, [...(values.get(token.name) ?? []), given.value ?? ""]);
    inOrder.push({ name: token.name, value: given.value ?? "" });
  }
  const [argument] = command.argument === undefined ? [] : words;
  problems.push(...strayWords(command, words));
  const wantsHelp = values.has("help");
  if (problems.length > 0 && !wantsHelp) return { ok: false, problems };
  const flags = { wantsHelp, wantsVersion: false, values, given: inOrder };
  return { ok: true, value: { command, argument, words, ...flags } };
}

/** What follows a flag that is not known was probably meant as its value: then one complaint is enough. */
function isValueOfUnknown(
  command: Command,
  before: { readonly kind: string; readonly name?: string } | undefined,
): boolean {
  return before?.kind === "option" && !command.flags.some(({ name }) => name === before.name);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The value of a flag; `-o=json` is read as `-o json`, as kubectl does. */
function givenValue({ rawName, value, inlineValue }: OptionToken): string | undefined {
  const isShort = !rawName.startsWith("--") && inlineValue === true;
  return isShort ? value?.replace(/^=/, "") : value;
}

function flagProblem(
  command: Command,
  { name, rawName, value, inlineValue }: OptionToken,
  seen: ReadonlyMap<string, readonly string[]>,
): Problem | undefined {
  const flag = command.flags.find((candidate) => candidate.name === name);
  if (flag === undefined) {
    const guess = rawName.startsWith("--")
      ? nearest(
          name,
          command.flags.map((candidate) => candidate.name),
        )
      : undefined;
    return usageProblem(
      `unknown flag \`${rawName}\``,
      suggestion(guess && `--${guess}`, `see fleetwarrant ${command.name} --help`).help,
    );
  }
  if (flag.value === undefined)
    return value === undefined ? undefined : usageProblem(`flag \`${rawName}\` takes no value`);
  // `--git --now …` is a forgotten value; a value that does start with a dash can be given after `=`.
  const isFlagLike = value?.startsWith("-") && value !== "-" && inlineValue !== true;
  if (value === undefined || value === "" || isFlagLike)
    return usageProblem(`flag \`${rawName}\` needs a value`, `${rawName} ${flag.value}`);
  if (seen.has(name) && !flag.isRepeatable)
    return usageProblem(`flag \`${rawName}\` is given twice`);
  return undefined;
}

function strayWords(command: Command, words: readonly string[]): readonly Problem[] {
  if (command.argument === undefined) return words.map(() => strayArgument(command));
  return command.takesSeveral ? [] : words.slice(1).map(() => secondArgument);
}

const secondArgument = usageProblem("more than one name is given");

/** Which one is not said: it may be a secret that a flag was forgotten for. */
function strayArgument({ flags }: Command): Problem {
  const taking = flags.flatMap(({ short, value }) =>
    value === "PATH" ? `-${short} ${value}` : [],
  );
  return usageProblem("unexpected argument", `give inputs with ${taking[0]}`);
}
