import type { CliIo } from "./cli-io.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

/** Runs one command. Never throws: what nobody foresaw is told by its class alone, since a message may hold input. */
export async function run(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : typeof error;
    io.writeError(
      `internal error: ${name}\n  help: this is a mistake in fleetwarrant, not in your input; please report it with the command and the version\n`,
    );
    return EXIT.badInput;
  }
}

async function dispatch(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const line = readCommandLine(argv);
  if (!line.ok) {
    const { writeProblems } = await import("./messages.ts");
    writeProblems(io, line.problems);
    return EXIT.badInput;
  }
  if (line.value.wantsVersion) {
    const { readVersion } = await import("./version.ts");
    io.writeOut(`${readVersion()}\n`);
    return EXIT.ok;
  }
  if (line.value.wantsHelp) {
    const { helpText } = await import("./help.ts");
    const text = helpText(line.value.command);
    // Called with nothing at all: that is a mistake, and the help its message.
    if (argv.length > 0) io.writeOut(text);
    else io.writeError(text);
    return argv.length > 0 ? EXIT.ok : EXIT.badInput;
  }
  return runCommand(line.value, io);
}

/** Commands are imported when called, so that none pays for another's modules. */
async function runCommand(line: CommandLine, io: CliIo): Promise<ExitCode> {
  switch (line.command?.name) {
    case "snapshot": {
      const { runSnapshot } = await import("./commands/snapshot.ts");
      return runSnapshot(line, io);
    }
    case "plan": {
      const { runPlan } = await import("./commands/plan.ts");
      return runPlan(line, io);
    }
    case "check-warrant": {
      const { runCheckWarrant } = await import("./commands/check-warrant.ts");
      return runCheckWarrant(line, io);
    }
    case "check": {
      const { runCheck } = await import("./commands/check.ts");
      return runCheck(line, io);
    }
    case "verify":
      return runVerify(line, io);
    case "test": {
      const { runTest } = await import("./commands/test.ts");
      return runTest(line, io);
    }
    case "mutate": {
      const { runMutate } = await import("./commands/mutate.ts");
      return runMutate(line, io);
    }
    case "simulate": {
      const { runSimulate } = await import("./commands/simulate.ts");
      return runSimulate(line, io);
    }
    case "schema": {
      const { runSchema } = await import("./commands/schema.ts");
      return runSchema(line, io);
    }
    default: {
      const { runEval } = await import("./commands/eval.ts");
      return runEval(line, io);
    }
  }
}

/** The laws need a package that is no dependency, since only who verifies needs it. */
async function runVerify(line: CommandLine, io: CliIo): Promise<ExitCode> {
  const { runVerify: verify } = await import("./commands/verify.ts").catch((error: unknown) => {
    if (!isMissing(error, "fast-check")) throw error;
    return { runVerify: undefined };
  });
  if (verify !== undefined) return verify(line, io);
  io.writeError(
    "error: verify draws its worlds with fast-check, which is not installed here\n  help: npm install --save-dev fast-check@4\n",
  );
  return EXIT.badInput;
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = Object(error);
  return code === "ERR_MODULE_NOT_FOUND" && String(message).includes(`'${name}'`);
}
