import { readFileSync } from "node:fs";
import { readSchemaName } from "../arguments.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeProblems } from "../messages.ts";
import { schemaFile } from "../package-files.ts";

/** Prints a JSON Schema, byte for byte as it is published. */
export function runSchema(line: CommandLine, io: CliIo): ExitCode {
  const name = readSchemaName(line);
  if (!name.ok) {
    writeProblems(io, name.problems);
    return EXIT.badInput;
  }
  io.writeOut(readFileSync(schemaFile(name.value), "utf8"));
  return EXIT.ok;
}
