import type { Decision } from "../engine/decision.ts";
import type { JsonValue } from "../input/json-value.ts";
import type { Simulation } from "../simulate/simulate.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** The bytes of a simulation: canonical JSON, indented by two, ending in a newline. Shape: `schemas/simulation.schema.json`. */
export function writeSimulation({ steps, before, after, comparison }: Simulation): string {
  const document = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Simulation",
    intent: after.intent,
    steps: steps.map((step) =>
      step.type === "event" ? { event: step.event.text } : { patch: step.patch.document.file },
    ),
    before: summaryOf(before),
    after: summaryOf(after),
    ...comparison,
  };
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: it is JSON by its type, but interfaces have no index signature
  return canonicalJson(document as unknown as JsonValue, 2);
}

/** A decision in numbers: what `eval` says in full. */
function summaryOf(decision: Decision): Readonly<Record<string, unknown>> {
  const { takenAt, evaluatedAt, verdict, because, vacuous, disruption, counts, plan } = decision;
  return {
    takenAt,
    evaluatedAt,
    verdict,
    ...(because === undefined ? {} : { because }),
    vacuous,
    actions: counts.actions,
    disruption,
    planSteps: plan.steps.length,
  };
}
