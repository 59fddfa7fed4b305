import fc from "fast-check";
import type { Action, Decision, NodeDecision } from "../../engine/decision.ts";
import { evaluate } from "../../engine/evaluate.ts";
import type { PolicySet } from "../../engine/policy.ts";
import { collections, settledWorlds, worlds } from "../arbitraries/worlds.ts";
import { type Collected, observeWorld, profileOfWorlds } from "../world/observe-world.ts";
import { declaredNow, type World } from "../world/world.ts";
import type { Law } from "./law.ts";

/** What is compared: everything collected, and the same with gaps. */
const everything: Omit<Collected, "boundProofs" | "history"> = {
  talos: {},
  declaredContent: true,
  handOffs: true,
  image: true,
};

interface Observed {
  readonly world: World;
  readonly collected: Collected;
}

/** The law above all others, judged against the truth of the world. */
export function unchangedCredentialRebootsNothing(policies: PolicySet): Law<Observed> {
  return {
    name: "unchanged credential, zero reboots",
    statement:
      "where every node has loaded and configured the declared credential, nothing that is lost, rewritten or not collected makes a node restart or reboot",
    arbitrary: fc.record({ world: settledWorlds, collected: collections() }),
    holds: ({ world, collected }, tally) => {
      const decision = decide(policies, world, collected);
      for (const { name, obligations, action } of decision.nodes) {
        if (obligations.includes("reboot") || obligations.includes("restart")) {
          throw new Error(`${name} would ${action} though its credential is unchanged`);
        }
      }
      countActions(decision, tally.count);
    },
    floors: {
      "some node: none": 0.03,
      "some node: reassert": 0.1,
      "some node: verify": 0.05,
      "some node: blocked": 0.02,
    },
  };
}

/**
 * The converse. It asks for proofs bound to the run of the node in which they were made, or for the history
 * of declarations: without either a claim is taken at its word, which a finding says.
 */
export function changedCredentialIsNeverWavedThrough(policies: PolicySet): Law<Observed> {
  return {
    name: "a changed credential is never waved through",
    statement:
      "a node that has not loaded the declared credential is never left alone or only patched, and never gets a proof without a restart of its runtime",
    arbitrary: fc.record({ world: worlds, collected: accountable }),
    holds: ({ world, collected }, tally) => {
      const { credential } = declaredNow(world);
      const decision = decide(policies, world, collected);
      for (const node of world.nodes) {
        if (node.loaded === credential || node.isLeaving) continue;
        const decided = decision.nodes.find(({ name }) => name === node.name);
        if (decided === undefined) throw new Error(`${node.name} was not judged`);
        tally.count("changed node");
        tally.count(`changed node: ${decided.action}`);
        if (isWavedThrough(decided)) {
          throw new Error(
            `${node.name} runs with ${node.loaded}, ${credential} is declared, and it would only ${decided.action}`,
          );
        }
      }
    },
    floors: { "changed node": 0.2, "changed node: reboot": 0.05, "changed node: blocked": 0.02 },
  };
}

/** Leaving gaps never calms a node down, and never makes it reboot. */
export function hidingWarrantsNothing(policies: PolicySet): Law<Observed> {
  return {
    name: "hiding warrants nothing",
    statement:
      "with parts of a snapshot replaced by gaps, no node moves to none, reassert, restart or reboot that was not there before",
    arbitrary: fc.record({ world: worlds, collected: collections() }),
    holds: ({ world, collected }, tally) => {
      const talos = Object.fromEntries(
        world.nodes.map(({ name }) => [name, { config: true, times: true }]),
      );
      const full = decide(policies, world, { ...collected, ...everything, talos });
      const partial = decide(policies, world, collected);
      for (const [index, { action, name }] of partial.nodes.entries()) {
        const before = full.nodes[index]?.action;
        if (action !== before) tally.count(`moved to ${action}`);
        if (action !== before && moves.has(action)) {
          throw new Error(`${name} moved from ${before} to ${action} by hiding`);
        }
      }
    },
    floors: { "moved to blocked": 0.1 },
  };
}

const accountable = fc.oneof(collections({ boundProofs: true }), collections({ history: true }));

const moves: ReadonlySet<Action> = new Set(["none", "reassert", "restart", "reboot"]);

/**
 * Nothing that loads the declared credential, and either no look at it or a proof to be written: a pull
 * answered by another credential that is still valid proves nothing, so verify and reassert is no way out.
 */
function isWavedThrough({ obligations, blocked }: NodeDecision): boolean {
  if (blocked !== undefined) return false;
  if (obligations.includes("reboot") || obligations.includes("restart")) return false;
  return !obligations.includes("verify") || obligations.includes("reassert");
}

function decide(policies: PolicySet, world: World, collected: Collected): Decision {
  return evaluate(policies, observeWorld(world, collected), profileOfWorlds(collected));
}

function countActions(decision: Decision, count: (name: string) => void): void {
  for (const action of new Set(decision.nodes.map((node) => node.action)))
    count(`some node: ${action}`);
}
