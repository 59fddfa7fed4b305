import { isNodeListWhole, type Seen } from "./cluster.ts";
import { gateStates } from "./gate.ts";
import { ofGate } from "./gate-verdicts.ts";
import type { ModelNode } from "./node.ts";
import type { Possible } from "./possible.ts";
import { type Contribution, join } from "./verdicts.ts";

// unknowns.md §9, row "node", and §8, "Open subject list".

const INTENTS = ["deploy", "cluster-update", "heal"] as const;

/** Defaults of `warnAgeDays` and `failAgeDays`. */
const BOUNDS = { warnAgeDays: 7, failAgeDays: 14 };

/** Verdicts of the intents that guards of the plan do not bear on, by nodes and gates. */
export function modelVerdicts(
  seen: Seen,
  nodes: Iterable<ModelNode>,
): Readonly<Record<string, Contribution>> {
  const contributions = [...[...nodes].map(ofNode), ...(isNodeListWhole(seen) ? [] : [ofUnseen])];
  return Object.fromEntries(
    INTENTS.map((intent) => {
      const gates = (seen.profile.spec.gates ?? []).map((gate) =>
        ofGate(gateStates(seen.snapshot, gate, BOUNDS), intent),
      );
      return [intent, join([...contributions, ...gates])];
    }),
  );
}

function ofNode({ blocked, isMoreMissing }: ModelNode): Possible<Contribution> {
  if (isMoreMissing) return ["allow", "deny"];
  if (blocked === "refused") return ["deny"];
  return blocked === "unknown" ? ["indeterminate"] : ["allow"];
}

const ofUnseen: Possible<Contribution> = ["allow", "indeterminate", "deny"];
