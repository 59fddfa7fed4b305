import type {
  PolicyDocument as GeneratedPolicyDocument,
  Otherwise,
  Outcome,
  Param,
  Rule,
  WhenUnknown,
} from "../generated/policy-types.ts";
import type { DeepReadonly } from "../input/json-value.ts";

/** A policy as its author wrote it. Shape: `schemas/policy.schema.json`. */
export type PolicyDocument = DeepReadonly<GeneratedPolicyDocument>;
export type RuleDocument = DeepReadonly<Rule>;
export type OutcomeDocument = DeepReadonly<Outcome>;
export type OtherwiseDocument = DeepReadonly<Otherwise>;
export type WhenUnknownDocument = DeepReadonly<WhenUnknown>;
export type ParamDocument = DeepReadonly<Param>;
