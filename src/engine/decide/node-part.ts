import type { NodeSubject } from "../facts/subject.ts";
import type { Rule } from "../policy.ts";
import type { FirstResult } from "../rules/rule-result.ts";
import type { Judged } from "../subjects.ts";
import type { ToDo } from "./to-do.ts";

/** What one policy says of a node, or of one credential on it. */
export interface Part {
  readonly result: FirstResult;
  readonly judged: Judged<NodeSubject>;
  readonly possible: ReadonlySet<ToDo>;
  readonly toDo: ToDo | undefined;
}

export function ruleName({ result }: Part, rule: Rule): string {
  return `${result.policy.name}/${rule.name}`;
}

/** The credential that a part is about, where the profile names several: with one it goes without saying. */
export function credentialOf({ judged: { subject } }: Part): string | undefined {
  const isOneOfSeveral = (subject.source.profile.spec.credentials ?? []).length > 1;
  return isOneOfSeveral && "credential" in subject ? nameOf(subject.credential) : undefined;
}

function nameOf(credential: unknown): string | undefined {
  return typeof credential === "object" && credential !== null && "name" in credential
    ? String(credential.name)
    : undefined;
}
