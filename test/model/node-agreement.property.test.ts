import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { NodeDecision } from "../../src/engine/decision.ts";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { collections } from "../../src/testing/arbitraries/collections.ts";
import { changedWorlds, settledWorlds, worlds } from "../../src/testing/arbitraries/worlds.ts";
import type { Judge, Seen as Looked } from "../../src/testing/laws/judge.ts";
import { createCensus, leastCount } from "../../src/testing/laws/law.ts";
import { observeWorld } from "../../src/testing/world/observe/observe-world.ts";
import { profileOfWorld } from "../../src/testing/world/observe/profile-of-worlds.ts";
import { rightNodes, wrongNodes } from "./judges.ts";
import { underOneKey } from "./keyed.ts";
import { type ModelNode, modelNodes } from "./node.ts";
import { modelVerdicts } from "./node-verdicts.ts";
import { modelPlan } from "./plan.ts";
import { MODEL_RUNS } from "./runs.ts";

interface Look extends Looked {
  /** Whether digests of machine configs compare. */
  readonly isOneKey: boolean;
}

const looks: fc.Arbitrary<Look> = fc.record({
  world: fc.oneof(worlds(), changedWorlds(), settledWorlds()),
  collected: collections(),
  isOneKey: fc.boolean(),
});

interface Modelled {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly nodes: ReadonlyMap<string, ModelNode>;
}

function modelled({ world, collected, isOneKey }: Look): Modelled {
  const observed = observeWorld(world, collected);
  const snapshot = isOneKey ? underOneKey(observed) : observed;
  const profile = profileOfWorld(world, collected.named);
  return { snapshot, profile, nodes: modelNodes({ snapshot, profile }) };
}

/** What the model says, as far as the documents lay it down. */
function told({ snapshot, profile, nodes }: Modelled): object {
  return {
    nodes: Object.fromEntries([...nodes].map(([name, node]) => [name, toldOf(node)])),
    verdicts: modelVerdicts({ snapshot, profile }, nodes.values()),
    plan: modelPlan({ snapshot, profile }, nodes).map(({ node, unmet }) => [node, sorted(unmet)]),
  };
}

function toldOf({ action, obligations, blocked }: ModelNode): object {
  return { action, blocked, ...(isHeld(action) ? {} : { obligations }) };
}

const isHeld = (action: string): boolean => action === "wait" || action === "blocked";

/** The same of the engine. */
function toldBy(judge: Judge, { snapshot, profile, nodes }: Modelled): object {
  const decision = judge(snapshot, profile);
  const { deploy, heal, "cluster-update": update } = decision.verdicts;
  return {
    nodes: Object.fromEntries(
      decision.nodes.map((node) => [node.name, toldByNode(node, nodes.get(node.name))]),
    ),
    verdicts: { deploy, "cluster-update": update, heal },
    plan: decision.plan.steps.map(({ node, unmet }) => [
      node,
      sorted(
        Object.fromEntries(
          unmet
            .filter(({ guard }) => modelledGuards.has(guard))
            .map(({ guard, because }) => [guard, because]),
        ),
      ),
    ]),
  };
}

const modelledGuards: ReadonlySet<string> = new Set([
  "NodeReady",
  "ControlPlanePeers",
  "EtcdHealthy",
  "ScaleDown",
]);

const sorted = (unmet: object): object =>
  Object.fromEntries(Object.entries(unmet).sort(([a], [b]) => (a < b ? -1 : 1)));

function toldByNode(
  { action, obligations, blocked, reason }: NodeDecision,
  { reasons = [] }: Partial<ModelNode> = {},
): object {
  const isNamed = reasons.length === 0 || reasons.includes(reason);
  return {
    action,
    blocked,
    ...(isHeld(action) ? {} : { obligations }),
    ...(isNamed ? {} : { reason: `${reason}, and not ${reasons.join(" or ")}` }),
  };
}

/** What comes up less often than this on average may be missing by chance. */
const SEEN_MIN = 5;

/** The least share of worlds in which some node gets to do this. */
const floors: Readonly<Record<string, number>> = {
  none: 0.1,
  reassert: 0.03,
  patch: 0.0002,
  verify: 0.1,
  meanwhile: 0.01,
  restart: 0.003,
  reboot: 0.02,
  wait: 0.002,
  refused: 0.08,
  unknown: 0.2,
};

describe("nodes", () => {
  it("get to do what the second engine says", { timeout: MODEL_RUNS * 200 }, () => {
    const census = createCensus();
    fc.assert(
      fc.property(looks, (look) => {
        const model = modelled(look);
        const came = [...model.nodes.values()].flatMap(({ action, blocked, isMeanwhile }) => [
          blocked ?? action,
          ...(isMeanwhile ? ["meanwhile"] : []),
        ]);
        new Set(came).forEach(census.count);
        expect(toldBy(rightNodes, model)).toEqual(told(model));
      }),
      { numRuns: MODEL_RUNS },
    );
    const expected = Object.entries(floors).filter(([, share]) => share * MODEL_RUNS >= SEEN_MIN);
    for (const [what, share] of expected)
      expect(census.of(what), what).toBeGreaterThanOrEqual(leastCount(share, MODEL_RUNS));
  });
});

/** Enough for the rarest of the mistakes. */
const SAMPLES = 400;

describe("the second engine finds", { timeout: 60_000 }, () => {
  const samples: { readonly model: Modelled; readonly text: string }[] = [];

  beforeAll(() => {
    for (const look of fc.sample(looks, { numRuns: SAMPLES, seed: 7 })) {
      const model = modelled(look);
      samples.push({ model, text: JSON.stringify(told(model)) });
    }
  });

  it.each(Object.keys(wrongNodes))("%s", (name) => {
    const wrong = wrongNodes[name];
    if (wrong === undefined) throw new Error(`no mistake is called ${name}`);
    const isFound = samples.some(
      ({ model, text }) => JSON.stringify(toldBy(wrong, model)) !== text,
    );
    expect(isFound).toBe(true);
  });
});
