import fc from "fast-check";
import type { Decision, PlanStep } from "../../engine/decision.ts";
import type { Obligation } from "../../engine/policy.ts";
import { namings } from "../arbitraries/collections.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { carryOut } from "../world/carry-out.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { pass } from "../world/events/happen.ts";
import { hasCurrentProof } from "../world/has-current-proof.ts";
import { collectedWhole, type Named } from "../world/observe/collected.ts";
import { namedBy } from "../world/observe/named-by.ts";
import type { World } from "../world/world.ts";
import { decide, type Judge } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

interface Planned {
  readonly world: World;
  readonly named: Named;
}

/** What each obligation weighs: more than all cheaper ones of all nodes together. */
const weights: Readonly<Record<Obligation, number>> = {
  reassert: 1,
  patch: 8,
  verify: 64,
  restart: 512,
  reboot: 4096,
};

/** Carried out step by step, a plan comes to an end. */
export function planConverges(judge: Judge, names: ClusterNames = defaultNames): Law<Planned> {
  return {
    name: "the plan converges",
    statement:
      "carrying out the first step lowers what is left to do and changes no other node's step; the end is nothing left, or a guard that is named",
    arbitrary: fc.record({
      world: fc.oneof(worlds(names), changedWorlds(names)),
      named: namings(names).map(withRuns),
    }),
    sceneOf: ({ world, named: naming }) =>
      sceneOf({ world, collected: collectedWhole(naming, world.nodes) }),
    notAsked: tellsRuns(names) ? undefined : "the profile's proofs do not tell their run",
    holds: ({ world, named: naming }, tally) => {
      // What Talos was told already reaches the Nodes first: that is no step's doing.
      const start = pass(world);
      let now = start;
      let decision = decideWhole(judge, now, naming);
      for (let left = measure(decision); ; ) {
        const [step] = decision.plan.steps;
        if (step === undefined || step.unmet.length > 0) {
          tally.count(endOf(start === now, step));
          return;
        }
        now = carryOut(now, step.node, step.obligations);
        if (!isDone(now, step)) {
          tally.count("a step that could not be done");
          return;
        }
        const next = decideWhole(judge, now, naming);
        checkOthers(decision, next, step);
        if (measure(next) >= left) throw new Error(stuck(step, left, measure(next)));
        left = measure(next);
        decision = next;
      }
    },
    floors: { "done: nothing left": 0.1, "done: a guard": 0.001, "a guard at once": 0.002 },
  };
}

function tellsRuns({ profile }: ClusterNames): boolean {
  return profile === undefined || namedBy(profile).binds === "run";
}

/**
 * With proofs as Fleetwarrant asks for them. One that does not tell its run proves nothing once Git came back to an
 * earlier credential, however often it is written: such a plan has no end.
 */
function withRuns(each: Named): Named {
  return { ...each, binds: "run", talos: true };
}

function decideWhole(judge: Judge, world: World, naming: Named): Decision {
  return decide(judge, { world, collected: collectedWhole(naming, world.nodes) });
}

function endOf(isAtOnce: boolean, step: PlanStep | undefined): string {
  if (isAtOnce) return step === undefined ? "nothing to do" : "a guard at once";
  return step === undefined ? "done: nothing left" : "done: a guard";
}

/** A pull may be refused, and a proof may not get onto its Node: whoever acts sees that, and stops. */
function isDone({ nodes, credentials }: World, { node: name, obligations }: PlanStep): boolean {
  const node = nodes.find((each) => each.name === name);
  if (node === undefined || !obligations.includes("reassert")) return true;
  return credentials.every(
    (credential) =>
      hasCurrentProof(node, credential) && node.shown[credential.name]?.image === credential.image,
  );
}

function measure({ plan }: Decision): number {
  return plan.steps
    .flatMap(({ obligations }) => obligations)
    .reduce((sum, obligation) => sum + weights[obligation], 0);
}

/** No step voids the warrant of a later one. */
function checkOthers(before: Decision, after: Decision, done: PlanStep): void {
  for (const { node, obligations } of before.plan.steps) {
    if (node === done.node) continue;
    const now = after.plan.steps.find((step) => step.node === node);
    if (now !== undefined && now.obligations.join() === obligations.join()) continue;
    throw new Error(
      `the step of ${done.node} made ${node} move from ${obligations.join()} to ${now?.obligations.join() ?? "no step"}`,
    );
  }
}

function stuck({ node, obligations }: PlanStep, before: number, after: number): string {
  return `${node}: ${obligations.join()} was carried out, and what is left went from ${before} to ${after}`;
}
