import type { TextOptions } from "../report/layout.ts";
import type { CliIo } from "./cli-io.ts";

export const WIDTH_DEFAULT = 100;
const WIDTH_MIN = 60;
const WIDTH_MAX = 140;

/** How text looks on standard output: as wide as the terminal within reason, in colour if one may be used. */
export function textOptions({ env, isTerminal, columns }: CliIo): TextOptions {
  const width =
    isTerminal && columns !== undefined
      ? Math.min(Math.max(columns, WIDTH_MIN), WIDTH_MAX)
      : WIDTH_DEFAULT;
  return { width, color: wantsColor(env, isTerminal) };
}

/** `FORCE_COLOR` before `NO_COLOR` (https://no-color.org), as Node itself has it; else only a terminal gets colour. */
function wantsColor(env: CliIo["env"], isTerminal: boolean): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return isTerminal && env.TERM !== "dumb";
}
