import type { EffectTable } from "../engine/effects/effect-table.ts";
import { shippedEffects } from "../engine/effects/shipped-effects.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { editSnapshot } from "./edit-snapshot.ts";
import { type EventContext, isRefusal, refusalProblem, type SimulationEvent } from "./event.ts";
import { applyPatch } from "./patch/apply-patch.ts";
import type { Patch } from "./patch/operation.ts";

/** What is done to a snapshot: an event, or a JSON Patch (RFC 6902) whose pointers go into the canonical form. */
export type SimulationStep =
  | { readonly type: "event"; readonly event: SimulationEvent }
  | { readonly type: "patch"; readonly patch: Patch };

/**
 * What would be seen after the steps, in their order. Events that cannot happen are all told; a patch that cannot be applied is the
 * last thing looked at, since whatever follows was meant for what it makes.
 *
 * @param effects - What a changed login costs; as shipped where none is given.
 */
export function happen(
  { snapshot, profile }: Pick<EventContext, "snapshot" | "profile">,
  steps: readonly SimulationStep[],
  effects: EffectTable = shippedEffects(),
): Parsed<Snapshot> {
  let context: EventContext = { snapshot, profile, past: {}, effects };
  const problems: Problem[] = [];
  for (const step of steps) {
    if (step.type === "patch") {
      const patched = applyPatch(context.snapshot, step.patch);
      if (!patched.ok) return { ok: false, problems: [...problems, ...patched.problems] };
      context = { ...context, snapshot: patched.value };
      continue;
    }
    const next = after(context, step.event);
    if (next.ok) context = next.value;
    else problems.push(...next.problems);
  }
  return problems.length === 0 ? { ok: true, value: context.snapshot } : { ok: false, problems };
}

function after(context: EventContext, { text, effect }: SimulationEvent): Parsed<EventContext> {
  const happening = effect(context);
  if (isRefusal(happening)) return { ok: false, problems: [refusalProblem(text, happening)] };
  const { edits, past = context.past } = happening;
  const snapshot = editSnapshot(context.snapshot, edits, text);
  return snapshot.ok
    ? { ok: true, value: { ...context, snapshot: snapshot.value, past } }
    : snapshot;
}
