import type { Parsed, Problem } from "../input/problem.ts";
import { VALID_MINUTES_DEFAULT, VALID_MINUTES_MAX } from "../warrant/warrant.ts";
import {
  type EvalArguments,
  OUTPUT_FORMATS,
  type OutputFormat,
  readDecidingArguments,
  readEvalArguments,
} from "./arguments.ts";
import { type CommandLine, usageProblem } from "./command-line.ts";

export interface PlanArguments extends EvalArguments {
  /** For how long the warrants are good. */
  readonly validMinutes: number;
  /** Folder to write a file for each warrant to. */
  readonly warrants: string | undefined;
  readonly subject: PlanSubject;
}

/** What a plan can be for. */
const PLAN_SUBJECTS = ["nodes", "rollout"] as const;
type PlanSubject = (typeof PLAN_SUBJECTS)[number];

export function readPlanArguments(line: CommandLine): Parsed<PlanArguments> {
  const args = readEvalArguments(line);
  const problems: Problem[] = args.ok ? [] : [...args.problems];
  const [text] = line.values.get("valid-minutes") ?? [];
  const validMinutes = text === undefined ? VALID_MINUTES_DEFAULT : minutesOf(text);
  if (validMinutes === undefined) {
    problems.push({
      ...usageProblem("`--valid-minutes` is no number of minutes"),
      expected: `a whole number from 1 to ${VALID_MINUTES_MAX}`,
    });
  }
  const [warrants] = line.values.get("warrants") ?? [];
  const subject = readPlanSubject(line, problems);
  if (!args.ok || validMinutes === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...args.value, validMinutes, warrants, subject } };
}

function readPlanSubject(line: CommandLine, problems: Problem[]): PlanSubject {
  const [word = "nodes"] = line.values.get("for") ?? [];
  const subject = PLAN_SUBJECTS.find((candidate) => candidate === word);
  if (subject !== undefined) return subject;
  problems.push({
    ...usageProblem(`no plan is for \`${word}\``),
    expected: `one of: ${PLAN_SUBJECTS.join(", ")}`,
  });
  return "nodes";
}

function minutesOf(text: string): number | undefined {
  const minutes = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  return minutes >= 1 && minutes <= VALID_MINUTES_MAX ? minutes : undefined;
}

const CHECK_FORMATS = [...OUTPUT_FORMATS, "phase"] as const;
export type WarrantCheckFormat = OutputFormat | "phase";

export interface CheckWarrantArguments extends EvalArguments<WarrantCheckFormat> {
  /** File with the warrant. */
  readonly warrant: string;
}

export function readCheckWarrantArguments(line: CommandLine): Parsed<CheckWarrantArguments> {
  const args = readDecidingArguments(line, CHECK_FORMATS);
  const problems: Problem[] = args.ok ? [] : [...args.problems];
  const [warrant] = line.values.get("warrant") ?? [];
  if (warrant === undefined)
    problems.push(usageProblem("no warrant given", "name its file with -w FILE"));
  if (args.ok && warrant === "-" && args.value.files.includes("-"))
    problems.push(usageProblem("standard input holds either the warrant or evidence, not both"));
  if (!args.ok || warrant === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...args.value, warrant } };
}
