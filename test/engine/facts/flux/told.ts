import type { Decision } from "../../../../src/engine/decision.ts";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import { fluxProfile, fluxSnapshot, type GivenRoot } from "./flux-cluster.ts";

const policies = shippedPolicies();

/** What the shipped policies make of a cluster. */
export function decide(
  objects: readonly ClusterObject[],
  root: GivenRoot = "app",
  over: Partial<Snapshot> = {},
): Decision {
  return evaluate(policies, fluxSnapshot(objects, over), fluxProfile(root));
}

/** What a test holds a chain against. */
export interface Told {
  /** A line for each edge: who is held up, by what, how that is known, and the reason. */
  readonly edges: readonly string[];
  readonly healing: string;
  /** Codes of what is not known, of every object on the way. */
  readonly missing: readonly string[];
  readonly deploy: string | undefined;
}

/** What is told of `app`. */
export function tell(decision: Decision): Told {
  const { flux = [], verdicts } = decision;
  return {
    edges: flux.flatMap(({ object, because }) =>
      because.map(
        (edge) => `${short(object)} <- ${short(edge.object)} ${edge.class} ${edge.reason}`,
      ),
    ),
    healing: flux.find(({ object }) => short(object) === "app")?.healing ?? "",
    missing: flux.flatMap(({ missing }) => missing.map(({ code }) => code)),
    deploy: verdicts.deploy,
  };
}

function short(object: string): string {
  return object.replace("Kustomization/flux-system/", "");
}

/** An entry of a table of chains. */
export interface ChainCase extends Told {
  readonly why: string;
  readonly objects: readonly ClusterObject[];
}
