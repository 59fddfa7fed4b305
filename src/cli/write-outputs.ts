import type { Problem } from "../input/problem.ts";
import type { TextOptions } from "../report/layout.ts";
import type { OutputArgument, OutputFormat } from "./arguments.ts";
import type { CliIo } from "./cli-io.ts";
import { textOptions, WIDTH_DEFAULT } from "./text-options.ts";
import { writeOutputFile } from "./write-file.ts";

/** Writes one result wherever it was asked for, and gives a problem for each output that could not be written. */
export function writeOutputs<Format = OutputFormat>(
  outputs: readonly OutputArgument<Format>[],
  io: CliIo,
  textOf: (format: Format, options: TextOptions) => string,
): readonly Problem[] {
  return outputs.flatMap(({ format, file }) => {
    if (file === undefined) {
      io.writeOut(textOf(format, textOptions(io)));
      return [];
    }
    return writeOutputFile(file, textOf(format, { width: WIDTH_DEFAULT, color: false })) ?? [];
  });
}
