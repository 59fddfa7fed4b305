import type { EventRun } from "../arbitraries/event-runs.ts";
import { happen } from "../world/events/happen.ts";
import type { World } from "../world/world.ts";
import { multisets, picks } from "./combine.ts";
import { type Machine, newWorld } from "./new-world.ts";
import type { NodeStage, SharedStage } from "./stages.ts";

/** The stages of a node's life, in the order in which they come about. */
export interface Life {
  /** Before anything became of the credential. */
  readonly first: NodeStage;
  /** After that. */
  readonly middle: readonly NodeStage[];
  /** After proofs were handed on, or dropped. */
  readonly last: readonly NodeStage[];
}

/** What happens to all nodes at once. */
export interface Course {
  readonly stories: SharedStage;
  readonly handOffs: SharedStage;
  readonly drops: SharedStage;
}

export interface Lives {
  readonly machines: readonly Machine[];
  readonly life: Life;
  readonly course: Course;
}

type Choice = NodeStage[number];

/** One node, and what was chosen for it at each stage. */
interface Lived {
  readonly machine: Machine;
  readonly first: Choice;
  readonly middle: readonly Choice[];
  readonly last: readonly Choice[];
}

/** Every world of so many nodes that lived such lives; which of them had which makes no difference. */
export function* livesOf(count: number, { machines, life, course }: Lives): Generator<World> {
  const each = [...livedBy(machines, life)];
  for (const nodes of multisets(each, count)) {
    for (const [story = [], handOff = [], drop = []] of picks([
      course.stories,
      course.handOffs,
      course.drops,
    ])) {
      const events = [
        ...onEach(nodes, ({ first }) => [first]),
        ...story,
        ...onEach(nodes, ({ middle }) => middle),
        ...handOff,
        ...drop,
        ...onEach(nodes, ({ last }) => last),
      ];
      yield events.reduce(happen, newWorld(nodes.map(({ machine }) => machine)));
    }
  }
}

function* livedBy(machines: readonly Machine[], { first, middle, last }: Life): Generator<Lived> {
  for (const machine of machines)
    for (const choice of first)
      for (const later of picks(middle))
        for (const latest of picks(last))
          yield { machine, first: choice, middle: later, last: latest };
}

function onEach(nodes: readonly Lived[], choicesOf: (node: Lived) => readonly Choice[]): EventRun {
  return nodes.flatMap((node, place) => choicesOf(node).flatMap((choice) => choice(place)));
}
