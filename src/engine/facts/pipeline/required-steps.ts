import type { RequiredStep } from "../../../generated/profile-types.ts";
import type { DeepReadonly } from "../../../input/json-value.ts";
import type { FactSource, StepSubject } from "../subject.ts";

export type ProfileStep = DeepReadonly<RequiredStep>;

/** What the profile says of the step; nothing of one that it does not require. */
export function requiredStep({ source, stepId }: StepSubject): ProfileStep | undefined {
  return source.once(stepsById).get(stepId);
}

function stepsById({ profile }: FactSource): ReadonlyMap<string, ProfileStep> {
  return new Map((profile.spec.pipeline?.requiredSteps ?? []).map((step) => [step.id, step]));
}

/** The steps that have a place in an order, first to last; none where the profile demands no order. */
export function orderedSteps({ profile }: FactSource): readonly ProfileStep[] {
  const { ordered, requiredSteps = [] } = profile.spec.pipeline ?? {};
  return ordered === true ? requiredSteps.filter(({ anyTime }) => anyTime !== true) : [];
}
