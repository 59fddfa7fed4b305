import type { ProfileGate } from "../../../profile/profile.ts";
import type { StepSubject } from "../subject.ts";

/** Gates of the profile that suppress the step while they are declared, in the profile's order. */
export function gatesOver({ source, stepId }: StepSubject): readonly ProfileGate[] {
  const gates = source.profile.spec.gates ?? [];
  return gates.filter((gate) => gate.suppresses?.includes(stepId) === true);
}
