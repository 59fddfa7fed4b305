#!/usr/bin/env node
import { run } from "./run.ts";

// A reader that has seen enough, such as `head`, is no mistake.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = 2;
  });
}

process.exitCode = await run(process.argv.slice(2), {
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  env: process.env,
  now: () => new Date(),
  isTerminal: process.stdout.isTTY === true,
  columns: process.stdout.columns,
});
