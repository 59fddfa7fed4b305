import type { EffectTable } from "../engine/effects/effect-table.ts";
import type { EvaluateOptions } from "../engine/evaluate.ts";
import type { PolicySet } from "../engine/policy.ts";
import type { Problem } from "../input/problem.ts";
import { compilePolicySet } from "../policies/compile-policy-set.ts";
import { withoutFollowUps } from "../policies/read-policy-text.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { EvalArguments, InputArguments, ParamArgument } from "./arguments.ts";
import { chooseEffects } from "./choose-effects.ts";
import { choosePolicies } from "./choose-policies.ts";
import type { CliIo } from "./cli-io.ts";
import type { FileReader } from "./file-reader.ts";
import { loadInputs } from "./load-inputs.ts";
import { writeNotices, writeProblems } from "./messages.ts";

/** All that a decision is made from. */
export interface Case {
  readonly policySet: PolicySet;
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly effects: EffectTable;
  /** What was seen before, where it was given. */
  readonly earlier?: Snapshot;
}

/**
 * Reads evidence, profile, policies and effect tables. Undefined when there were mistakes, which are then told: all of them, in evidence, policies and what the
 * caller read alike.
 *
 * @param found - Mistakes that the caller found in what it reads itself.
 */
export function loadCase(
  args: InputArguments & { readonly params: readonly ParamArgument[] },
  { reader, io }: { readonly reader: FileReader; readonly io: CliIo },
  found: readonly Problem[] = [],
): Case | undefined {
  const loaded = loadInputs(args, { reader, now: io.now });
  const policies = choosePolicies(args.policies, loaded.policies, reader);
  const compiled = compilePolicySet(policies.documents, args.params, {
    isPartial: policies.problems.length > 0,
    lints: !policies.isShipped,
  });
  const effects = chooseEffects(args.effects, loaded.effects, reader);
  const problems = [...loaded.problems, ...policies.problems, ...effects.problems, ...found];
  if (!compiled.ok) problems.push(...withoutFollowUps(compiled.problems, policies.problems));
  const { evidence } = loaded;
  const { table } = effects;
  if (problems.length > 0 || !compiled.ok || evidence === undefined || table === undefined) {
    writeProblems(io, problems, [...policies.shown, ...effects.shown]);
    return undefined;
  }
  // Beside mistakes they would be about evidence of which nothing comes.
  writeNotices(io, [...loaded.notices, ...policies.notices, ...effects.notices]);
  return { policySet: compiled.value, ...evidence, effects: table };
}

/** What the command line says of how to judge, and by which table of effects. */
export function evaluateOptions(
  { intent, now, holder }: Pick<EvalArguments, "intent" | "now" | "holder">,
  { effects, earlier }: Pick<Case, "effects" | "earlier">,
): EvaluateOptions {
  return {
    intent,
    effects,
    ...(now === undefined ? {} : { evaluatedAt: now }),
    ...(holder === undefined ? {} : { holder }),
    ...(earlier === undefined ? {} : { earlier }),
  };
}
