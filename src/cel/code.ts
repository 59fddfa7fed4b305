import type { Checked } from "./checked.ts";
import type { Frame, Run } from "./frame.ts";
import { CelError, type CelErrorCode, type CelValue } from "./value.ts";

/** What a node compiles to. */
export interface Code {
  readonly run: Run;
  /** What it gives whatever the bindings are; undefined if that depends. */
  readonly constant: CelValue | undefined;
}

/** What a compilation works with. */
export interface CompileContext {
  /** Reads that count as present. */
  readonly guarded: ReadonlySet<Checked>;
  /** Slots of the variables that are read. */
  readonly slots: Set<number>;
  readonly compile: (node: Checked) => Code;
}

export function code(run: Run): Code {
  return { run, constant: undefined };
}

export function constantCode(value: CelValue): Code {
  return { run: () => value, constant: value };
}

/** Runs code beforehand if its parts are constant. */
export function foldIfConstant(run: Run, parts: readonly Code[]): Code {
  if (parts.some((part) => part.constant === undefined)) return code(run);
  const frame: Frame = { bindings: { at: () => null }, locals: [], cost: 0 };
  return constantCode(run(frame));
}

export function errorAt(errorCode: CelErrorCode, message: string, { offset }: Checked): CelError {
  return new CelError(errorCode, message, offset);
}

export const costExceeded: CelError = new CelError("CostExceeded", "evaluation costs too much");
