import { resolve } from "node:path";
import { INTENTS, type Intent } from "../engine/policy.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import type { Timestamp } from "../time/time.ts";
import { type CommandLine, usageProblem } from "./command-line.ts";
import { parseMoment } from "./moment.ts";

/** Where inputs come from; the same for every command that reads them. */
export interface InputArguments {
  readonly files: readonly string[];
  readonly git: string | undefined;
  readonly profile: string | undefined;
  readonly policies: readonly string[];
  /** Files with effect tables. */
  readonly effects: readonly string[];
  readonly takenAt: Timestamp | undefined;
  readonly now: Timestamp | undefined;
  readonly declaredCredentials: readonly string[];
  readonly fingerprintKey: string | undefined;
  /** File or folder with what was seen before. */
  readonly earlier: string | undefined;
}

export interface ParamArgument {
  readonly name: string;
  readonly value: string;
}

export const OUTPUT_FORMATS = ["text", "json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export interface OutputArgument<Format = OutputFormat> {
  readonly format: Format;
  /** None: standard output. */
  readonly file: string | undefined;
}

export interface EvalArguments<Format = OutputFormat> extends InputArguments {
  readonly intent: Intent;
  readonly params: readonly ParamArgument[];
  /** Who asks. */
  readonly holder: string | undefined;
  /** Names of subjects whose rules are traced. */
  readonly traced: readonly string[];
  readonly outputs: readonly OutputArgument<Format>[];
}

/** Reads the flags of a command that takes inputs but asks nothing of policies. */
export function readInputArguments(line: CommandLine): Parsed<InputArguments> {
  const problems: Problem[] = [];
  const value = inputArguments(line, problems);
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

export function readEvalArguments(line: CommandLine): Parsed<EvalArguments> {
  return readDecidingArguments(line, OUTPUT_FORMATS);
}

/** The same for a command with formats of its own; the first one is printed if none is asked for. */
export function readDecidingArguments<Format extends string>(
  line: CommandLine,
  formats: readonly [Format, ...Format[]],
): Parsed<EvalArguments<Format>> {
  const problems: Problem[] = [];
  const value: EvalArguments<Format> = {
    ...inputArguments(line, problems),
    intent: readIntent(one(line, "intent"), problems),
    params: all(line, "param").flatMap((text) => readParam(text, problems)),
    holder: one(line, "holder"),
    traced: all(line, "trace"),
    outputs: readOutputs(all(line, "output"), formats, problems),
  };
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

export interface CheckArguments {
  readonly policies: readonly string[];
  readonly profile: string | undefined;
  readonly effects: readonly string[];
  readonly params: readonly ParamArgument[];
  readonly outputs: readonly OutputArgument[];
}

export function readCheckArguments(line: CommandLine): Parsed<CheckArguments> {
  const problems: Problem[] = [];
  const value: CheckArguments = {
    policies: all(line, "policy"),
    profile: one(line, "profile"),
    effects: all(line, "effects"),
    params: all(line, "param").flatMap((text) => readParam(text, problems)),
    outputs: readOutputs(all(line, "output"), OUTPUT_FORMATS, problems),
  };
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/** Documents with a published JSON Schema, by the name that it is asked for with. */
export const SCHEMA_NAMES = [
  "policy",
  "policy-binding",
  "effect-table",
  "profile",
  "snapshot",
  "manifest",
  "probes",
  "step-records",
  "credential-history",
  "decision",
  "plan",
  "rollout-plan",
  "warrant",
  "step-warrant",
  "warrant-check",
  "simulation",
  "policy-test",
  "policy-test-report",
] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

export function readSchemaName({ argument }: CommandLine): Parsed<SchemaName> {
  const expected = `one of: ${SCHEMA_NAMES.join(", ")}`;
  if (argument === undefined)
    return { ok: false, problems: [{ ...usageProblem("no schema named"), expected }] };
  const name = SCHEMA_NAMES.find((candidate) => candidate === argument);
  return name === undefined
    ? { ok: false, problems: [unknownWord("schema", argument, SCHEMA_NAMES)] }
    : { ok: true, value: name };
}

function inputArguments(line: CommandLine, problems: Problem[]): InputArguments {
  const files = all(line, "filename");
  const git = one(line, "git");
  if (files.length === 0 && git === undefined)
    problems.push(
      usageProblem(
        "no input given",
        "name files or directories with -f PATH, or -f - for standard input",
      ),
    );
  return {
    files,
    git,
    profile: one(line, "profile"),
    policies: all(line, "policy"),
    effects: all(line, "effects"),
    takenAt: readMoment(line, "taken-at", problems),
    now: readMoment(line, "now", problems),
    declaredCredentials: all(line, "declared-credential"),
    fingerprintKey: one(line, "fingerprint-key"),
    earlier: one(line, "earlier"),
  };
}

export function all({ values }: CommandLine, name: string): readonly string[] {
  return values.get(name) ?? [];
}

export function one(line: CommandLine, name: string): string | undefined {
  return all(line, name)[0];
}

function readMoment(line: CommandLine, name: string, problems: Problem[]): Timestamp | undefined {
  const text = one(line, name);
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment === undefined) {
    problems.push({
      ...usageProblem(`\`--${name} ${text}\` is no time`),
      expected: "RFC 3339 with a zone, such as 2026-08-09T00:00:00Z, or a date, such as 2026-08-09",
    });
  }
  return moment;
}

function readIntent(text: string | undefined, problems: Problem[]): Intent {
  const intent = INTENTS.find((candidate) => candidate === (text ?? "deploy"));
  if (intent !== undefined) return intent;
  problems.push(unknownWord("intent", text ?? "", INTENTS));
  return "deploy";
}

function unknownWord(what: string, word: string, words: readonly string[]): Problem {
  return {
    ...usageProblem(`unknown ${what} \`${word}\``, suggestion(nearest(word, words)).help),
    expected: `one of: ${words.join(", ")}`,
  };
}

function readParam(text: string, problems: Problem[]): readonly ParamArgument[] {
  const equals = text.indexOf("=");
  if (equals > 0) return [{ name: text.slice(0, equals), value: text.slice(equals + 1) }];
  problems.push({
    ...usageProblem("`--param` sets nothing"),
    expected: "NAME=VALUE or POLICY.NAME=VALUE",
  });
  return [];
}

/** The first format is the one that is printed if none is asked for. */
export function readOutputs<Format extends string>(
  texts: readonly string[],
  formats: readonly [Format, ...Format[]],
  problems: Problem[],
): readonly OutputArgument<Format>[] {
  if (texts.length === 0) return [{ format: formats[0], file: undefined }];
  const outputs = texts.flatMap((text) => readOutput(text, formats, problems));
  const toStdout = outputs.filter(({ file }) => file === undefined);
  if (toStdout.length > 1)
    problems.push(
      usageProblem(
        "two outputs for standard output",
        "give all but one of them a file: -o json=FILE",
      ),
    );
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  if (new Set(files).size < files.length)
    problems.push(usageProblem("two outputs for one file", "give each its own file"));
  return outputs;
}

function readOutput<Format extends string>(
  text: string,
  formats: readonly Format[],
  problems: Problem[],
): readonly OutputArgument<Format>[] {
  const equals = text.indexOf("=");
  const word = equals < 0 ? text : text.slice(0, equals);
  const file = equals < 0 ? undefined : text.slice(equals + 1);
  const format = formats.find((candidate) => candidate === word);
  if (format === undefined) {
    problems.push(unknownWord("output format", word, formats));
    return [];
  }
  if (file === "") {
    problems.push(usageProblem(`\`-o ${text}\` names no file`));
    return [];
  }
  return [{ format, file: file === "-" ? undefined : file }];
}
