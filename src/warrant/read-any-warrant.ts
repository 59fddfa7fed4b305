import { validate } from "../generated/validate-step-warrant.ts";
import { member } from "../input/json-value.ts";
import type { Parsed } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import { readSealed } from "./read-sealed.ts";
import { readWarrant } from "./read-warrant.ts";
import type { StepWarrant } from "./step-warrant.ts";
import type { Warrant } from "./warrant.ts";

/** Leave for a node's transaction, or for a step of a rollout. */
export type AnyWarrant = Warrant | StepWarrant;

export function isStepWarrant(warrant: AnyWarrant): warrant is StepWarrant {
  return warrant.kind === "StepWarrant";
}

/** Reads one warrant of either kind, by what it says it is. `file` is a name for messages; it is not opened. */
export function parseAnyWarrant(text: string, file: string): Parsed<AnyWarrant> {
  const read = readOneDocument({ file, text }, { code: "WARRANT_INVALID", noun: "warrant" });
  if (!read.ok) return read;
  const document = read.value;
  return member(document.value, "kind") === "StepWarrant"
    ? readSealed<StepWarrant>(document, validate)
    : readWarrant(document);
}
