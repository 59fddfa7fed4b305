import type { Program } from "../cel/expression.ts";
import type { SourcePosition } from "../input/problem.ts";
import type { Template } from "../messages/template.ts";
import type { SubjectKind } from "./facts/subject.ts";

/** What the pipeline may ask leave for. */
export const INTENTS = [
  "deploy",
  "cluster-update",
  "reboot",
  "heal",
  "release-gate",
  "rollback-gate",
] as const;
export type Intent = (typeof INTENTS)[number];

/** What must be done on a node, in the order in which it is carried out. */
export const OBLIGATIONS = ["patch", "restart", "reboot", "verify", "reassert"] as const;
export type Obligation = (typeof OBLIGATIONS)[number];

/** Whether carrying them out takes a node or its container runtime down. */
export function isDisruptive(obligations: readonly string[]): boolean {
  return obligations.includes("reboot") || obligations.includes("restart");
}

export type GateState = "inactive" | "active" | "expiring" | "expired" | "invalid";
export type Severity = "info" | "low" | "medium" | "high" | "critical";
export type Enforcement = "deny" | "warn" | "audit";

/** What a rule says when it holds. Which fields are there depends on the policy's subject. */
export interface Outcome {
  readonly reason: string;
  readonly denies: readonly Intent[];
  /** Gates, mode first. */
  readonly state?: GateState;
  /** Nodes: what to do, in order; empty means nothing. */
  readonly obligations?: readonly Obligation[];
  /** Nodes: nothing may be done, whatever else is asked for. */
  readonly blocked?: "refused";
  /** Nodes: nothing is done yet, since what is awaited comes by itself. */
  readonly wait?: true;
  /** Nodes: `patch` comes first unless this certainly holds. */
  readonly patchUnless?: Program;
  /** Gated fleets, mode all: the rollout does not move. */
  readonly stalled?: true;
}

export interface Rule {
  readonly name: string;
  readonly condition: Program;
  readonly outcome: Outcome;
  readonly message: Template | undefined;
  readonly remediation: Template | undefined;
  readonly severity: Severity;
  readonly enforcement: Enforcement;
  /** Where it stands in its policy; looked up when asked. */
  readonly positionOf: () => SourcePosition;
}

/** What may be done while facts are missing (docs/unknowns.md §7). */
export interface WhenUnknown {
  /** Applies only if every missing fact is one of these. */
  readonly facts: ReadonlySet<string>;
  /** Applies only if each of these is missing. */
  readonly needs: readonly string[];
  readonly when: Program;
  readonly outcome: Outcome;
  readonly message: Template | undefined;
}

export type ParamValue = string | number | boolean;

/** A policy that was read, checked and compiled; it cannot fail for its author's reasons any more. */
export interface Policy {
  readonly name: string;
  readonly subject: SubjectKind;
  readonly mode: "first" | "all";
  /** Slots of conditions: the subject's facts in the order of their table, then params, then variables. */
  readonly factCount: number;
  readonly paramNames: readonly string[];
  /** Defaults filled in. */
  readonly paramValues: readonly ParamValue[];
  readonly variables: readonly { readonly name: string; readonly program: Program }[];
  readonly rules: readonly Rule[];
  readonly otherwise: Rule | undefined;
  readonly whenUnknown: readonly WhenUnknown[];
  /** Of the document and its params: same digest, same policy. */
  readonly digest: string;
}

/** Policies evaluated together, ordered by name. */
export interface PolicySet {
  readonly policies: readonly Policy[];
  readonly digest: string;
}
