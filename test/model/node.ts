import type { ClusterObject } from "../../src/snapshot/snapshot.ts";
import { type Asked, nodesOf, type Seen } from "./cluster.ts";
import { type Configured, configured, isConfiguredAtBoot } from "./configured.ts";
import { isDeclaredValid } from "./declared.ts";
import { isAnyHeld, isInventoryValid } from "./fleet.ts";
import { isImageProved } from "./image.ts";
import { isLeaving } from "./leaving.ts";
import { type Loaded, loadedWhere } from "./loaded.ts";
import { isMarkerCurrent, propagation } from "./marker.ts";
import { row, type Way } from "./node-table.ts";
import { isOnlyAnswer } from "./only-answer.ts";
import {
  type Action,
  actionOf,
  inOrder,
  type Obligation,
  type Outcome,
  toDo,
  union,
  whatToDo,
} from "./outcome.ts";
import { distinct, everyWay, type Possible } from "./possible.ts";
import { isRegressed } from "./regression.ts";
import { effectOfRendered, isRenderedCollected } from "./rendered.ts";
import { ofRendered } from "./rendered-table.ts";
import { restartsByItself } from "./talos-version.ts";

// unknowns.md §6 to §8: a node's policies, each by itself, and what they come to together.

export interface ModelNode {
  readonly action: Action;
  readonly obligations: readonly Obligation[];
  readonly blocked: "refused" | "unknown" | undefined;
  /** One of these, where the documents name any. */
  readonly reasons: readonly string[];
  /** It is not decided, and this is what is done meanwhile. */
  readonly isMeanwhile: boolean;
  /** The image half of some proof is not known either: then no rule may seem to speak for it (decision 0026). */
  readonly isMoreMissing: boolean;
}

/** What one policy says of one node. */
interface Said {
  readonly outcomes: Possible<Outcome>;
  /** What is done while it is not decided. */
  readonly meanwhile?: Outcome | undefined;
  readonly isImageMissing?: boolean;
}

export function modelNodes(seen: Seen): ReadonlyMap<string, ModelNode> {
  return new Map(nodesOf(seen).map((node) => [node.metadata.name, modelNode(seen, node)]));
}

function modelNode(seen: Seen, node: ClusterObject): ModelNode {
  const credentials = seen.profile.spec.credentials ?? [];
  return together([
    ...credentials.map((credential) => ofCredential({ ...seen, node, credential })),
    ...(isRenderedCollected(seen)
      ? [
          {
            outcomes: effectOfRendered(seen, node).map((effect) =>
              ofRendered(effect, isLeaving(node)),
            ),
          },
        ]
      : []),
  ]);
}

function ofCredential(asked: Asked): Said {
  const ways = configured(asked).flatMap((config) =>
    waysWhere(asked, config, loadedWhere(asked, config)),
  );
  return saidOf(asked, ways.length > 0 ? ways : contradictory(asked));
}

/** Whatever is configured contradicts the rest: nothing is known of what is loaded. */
function contradictory(asked: Asked): readonly Way[] {
  return configured(asked).flatMap((config) => waysWhere(asked, config, ["same", "changed"]));
}

function saidOf(asked: Asked, ways: readonly Way[]): Said {
  const isMeant = isLoadAlone(ways) && isOnlyAnswer(asked);
  return {
    outcomes: distinct(ways.map(row)),
    meanwhile: isMeant ? pulled(ways) : undefined,
    isImageMissing: distinct(ways.map((way) => way.isImageProved)).length > 1,
  };
}

function waysWhere(asked: Asked, config: Configured, loaded: Possible<Loaded>): readonly Way[] {
  return everyWay<Way>({
    isInventoryValid: isInventoryValid(asked),
    isAnyHeld: isAnyHeld(asked),
    isDeclaredValid: isDeclaredValid(asked),
    isRegressed: isRegressed(asked),
    isLeaving: [isLeaving(asked.node)],
    isEffectUnclassified: isRenderedCollected(asked)
      ? distinct(effectOfRendered(asked, asked.node).map((effect) => effect === "unclassified"))
      : [false],
    propagation: propagation(asked),
    loaded,
    configured: [config],
    isConfiguredAtBoot: isConfiguredAtBoot(asked),
    isMarkerCurrent: isMarkerCurrent(asked),
    isImageProved: isImageProved(asked),
    restartsByItself: restartsByItself(asked.node),
  });
}

/**
 * node-decision.md, `whenUnknown`: L is missing, and nothing else but what a pull proves as well (unknowns.md §7: all
 * that is missing is named; §10: where the config is missing too, the node is held), and no way holds the node.
 */
function isLoadAlone(ways: readonly Way[]): boolean {
  const isMissing = (name: keyof Way): boolean => ways.some((way) => way[name] !== ways[0]?.[name]);
  return (
    isMissing("loaded") &&
    !isMissing("configured") &&
    !isMissing("isMarkerCurrent") &&
    !isMissing("restartsByItself") &&
    ways.every((way) => row(way).hold === undefined)
  );
}

/** Patched first unless C is same. */
function pulled(ways: readonly Way[]): Outcome {
  const isPatched = ways.every((way) => way.configured === "same");
  return {
    ...toDo("verify", "reassert"),
    ...(isPatched ? {} : { patchesFirst: true }),
    reasons: ["LoadUnproven"],
  };
}

function together(said: readonly Said[]): ModelNode {
  const whole = said.map(({ outcomes }) => outcomes).reduce(unions, [{ ...toDo(), reasons: [] }]);
  if (isAgreed(whole) && (!isDisruptive(whole) || said.every(isDecided)))
    return decided(whole, false);
  if (said.some((one) => isDecided(one) && one.outcomes[0]?.hold === "refused"))
    return decided(
      whole.filter(({ hold }) => hold === "refused"),
      false,
    );
  const each = said.map(({ outcomes, meanwhile }) =>
    isAgreed(outcomes) ? outcomes : meanwhile === undefined ? [] : [meanwhile],
  );
  if (each.some(({ length }) => length === 0))
    return {
      action: "blocked",
      obligations: [],
      blocked: "unknown",
      reasons: [],
      isMeanwhile: false,
      isMoreMissing: false,
    };
  const open = said.filter((one) => !isDecided(one));
  return {
    ...decided(each.reduce(unions, [{ ...toDo(), reasons: [] }]), true),
    isMoreMissing: open.some(({ isImageMissing }) => isImageMissing === true),
  };
}

const isDecided = ({ outcomes }: Said): boolean => isAgreed(outcomes);

/** unknowns.md §8: no restart or reboot while a policy is undecided, though all ways together lead to it. */
function isDisruptive([first]: readonly Outcome[]): boolean {
  return first?.obligations.some((each) => each === "restart" || each === "reboot") ?? false;
}

function unions(some: readonly Outcome[], others: readonly Outcome[]): readonly Outcome[] {
  const all = some.flatMap((one) => others.map((other) => union(one, other)));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function isAgreed(outcomes: readonly Outcome[]): boolean {
  return new Set(outcomes.map(whatToDo)).size === 1;
}

/** Patched first unless that is certainly needless. */
function decided(outcomes: readonly Outcome[], isMeanwhile: boolean): ModelNode {
  const [first] = outcomes;
  if (first === undefined) throw new RangeError("a node has at least one outcome");
  const patches = outcomes.some(({ patchesFirst }) => patchesFirst === true);
  const outcome: Outcome = { ...first, ...(patches ? { patchesFirst: true } : {}) };
  const action = actionOf(outcome);
  return {
    action,
    obligations: inOrder([...(patches ? (["patch"] as const) : []), ...first.obligations]),
    blocked: action === "blocked" ? "refused" : undefined,
    reasons: outcomes.flatMap(({ reasons }) => reasons),
    isMeanwhile,
    isMoreMissing: false,
  };
}
