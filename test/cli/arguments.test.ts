import { describe, expect, it } from "vitest";
import { type EvalArguments, readEvalArguments } from "../../src/cli/arguments.ts";
import { readCommandLine } from "../../src/cli/command-line.ts";
import type { Problem } from "../../src/input/problem.ts";

/** Arguments of a call that must be right. */
function read(...argv: string[]): EvalArguments {
  const line = readCommandLine(["eval", ...argv]);
  if (!line.ok) throw new Error(line.problems[0]?.message);
  const args = readEvalArguments(line.value);
  if (!args.ok) throw new Error(args.problems[0]?.message);
  return args.value;
}

/** Problems of a call, whichever step finds them. */
function problemsOf(...argv: string[]): readonly Problem[] {
  const line = readCommandLine(argv);
  if (!line.ok) return line.problems;
  const args = readEvalArguments(line.value);
  return args.ok ? [] : args.problems;
}

describe("readEvalArguments", () => {
  it("takes every flag, repeated ones in order", () => {
    const args = read(
      ..."-f a -f b --filename=c -p p --git g --profile q --intent heal".split(" "),
      ..."--now 2026-08-09 --taken-at 2026-08-06T19:20:00+02:00 --param x=1 --param p.y=a=b".split(
        " ",
      ),
      ..."--declared-credential n=d --fingerprint-key k -o json=out.json -o text".split(" "),
    );
    expect(args).toMatchObject({
      files: ["a", "b", "c"],
      policies: ["p"],
      git: "g",
      profile: "q",
      intent: "heal",
      now: { seconds: Date.parse("2026-08-09T00:00:00Z") / 1000, nanos: 0 },
      takenAt: { seconds: Date.parse("2026-08-06T17:20:00Z") / 1000, nanos: 0 },
      params: [
        { name: "x", value: "1" },
        { name: "p.y", value: "a=b" },
      ],
      declaredCredentials: ["n=d"],
      fingerprintKey: "k",
      earlier: undefined,
      outputs: [
        { format: "json", file: "out.json" },
        { format: "text", file: undefined },
      ],
    });
  });

  it("asks about a deploy and prints text unless told otherwise", () => {
    const args = read("-f", "-");
    expect(args.files).toEqual(["-"]);
    expect(args.intent).toBe("deploy");
    expect(args.outputs).toEqual([{ format: "text", file: undefined }]);
  });

  it("takes a value that starts with a dash after an equals sign", () => {
    expect(read("--filename=-odd").files).toEqual(["-odd"]);
  });
});

describe("a short flag", () => {
  it("takes its value after an equals sign, as kubectl's do", () => {
    const args = read("-f=a", "-fb", "-p=c=d", "-o=json", "-o=text=out");
    expect(args).toMatchObject({
      files: ["a", "b"],
      policies: ["c=d"],
      outputs: [
        { format: "json", file: undefined },
        { format: "text", file: "out" },
      ],
    });
  });

  it("takes a value of its own as it is", () => {
    expect(read("-f", "=a", "--filename==b").files).toEqual(["=a", "=b"]);
  });

  it("writes to different files as often as asked", () => {
    expect(read("-f", "a", "-o", "json=a", "-o", "text=b", "-o", "json=c").outputs).toHaveLength(3);
  });
});

describe("mistakes in a call", () => {
  it.each([
    { argv: ["evla"], message: "unknown command `evla`", help: "did you mean `eval`?" },
    {
      argv: ["frobnicate"],
      message: "unknown command `frobnicate`",
      help: "one of: eval, simulate, plan, check-warrant, check, test, mutate, verify, snapshot, schema",
    },
    { argv: ["-f", "x"], message: "a command comes first, not `-f`" },
    {
      argv: ["eval", "--intnet", "heal", "-f", "x"],
      message: "unknown flag `--intnet`",
      help: "did you mean `--intent`?",
    },
    {
      argv: ["eval", "-x", "-f", "x"],
      message: "unknown flag `-x`",
      help: "see fleetwarrant eval --help",
    },
    {
      argv: ["eval", "folder", "-f", "x"],
      message: "unexpected argument",
      help: "give inputs with -f PATH",
    },
    {
      argv: ["check", "gates.yaml"],
      message: "unexpected argument",
      help: "give inputs with -p PATH",
    },
    { argv: ["eval", "-f"], message: "flag `-f` needs a value", help: "-f PATH" },
    { argv: ["eval", "-f", ""], message: "flag `-f` needs a value" },
    { argv: ["eval", "--git", "--now"], message: "flag `--git` needs a value" },
    {
      argv: ["eval", "-f", "x", "--git", "a", "--git", "b"],
      message: "flag `--git` is given twice",
    },
    { argv: ["eval"], message: "no input given" },
    {
      argv: ["eval", "-f", "x", "--intent", "deplyo"],
      message: "unknown intent `deplyo`",
      help: "did you mean `deploy`?",
    },
    {
      argv: ["eval", "-f", "x", "--now", "2026-08-09T00:00:00"],
      message: "`--now 2026-08-09T00:00:00` is no time",
    },
    { argv: ["eval", "-f", "x", "--now", "2026-02-30"], message: "`--now 2026-02-30` is no time" },
    { argv: ["eval", "-f", "x", "--taken-at", "noon"], message: "`--taken-at noon` is no time" },
    { argv: ["eval", "-f", "x", "--param", "x"], message: "`--param` sets nothing" },
    { argv: ["eval", "-f", "x", "--param", "=1"], message: "`--param` sets nothing" },
    {
      argv: ["eval", "-f", "x", "-o", "jsno"],
      message: "unknown output format `jsno`",
      help: "did you mean `json`?",
    },
    { argv: ["eval", "-f", "x", "-o", "json="], message: "`-o json=` names no file" },
    {
      argv: ["eval", "-f", "x", "-o", "json", "-o", "text"],
      message: "two outputs for standard output",
    },
    {
      argv: ["eval", "-f", "x", "-o", "json=a/b", "-o", "text=./a//b"],
      message: "two outputs for one file",
      help: "give each its own file",
    },
    { argv: ["eval", "-f="], message: "flag `-f` needs a value", help: "-f PATH" },
    { argv: ["snapshot", "-f", "x", "--intent", "heal"], message: "unknown flag `--intent`" },
    { argv: ["help", "evla"], message: "unknown command `evla`" },
  ])("$argv: $message", ({ argv, message, help }) => {
    const [first] = problemsOf(...argv);
    expect(first).toMatchObject({ code: "USAGE_INVALID", message });
    if (help !== undefined) expect(first?.help).toBe(help);
  });

  it("are all told at once", () => {
    const messages = problemsOf("eval", "--gti", "a", "b", "--now").map(({ message }) => message);
    expect(messages).toEqual([
      "unknown flag `--gti`",
      "flag `--now` needs a value",
      "unexpected argument",
    ]);
    expect(problemsOf("eval", "--now", "x", "--intent", "y", "-o", "z")).toHaveLength(4);
  });
});
