import { happen } from "../world/events/happen.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import { type Collected, collectedWhole } from "../world/observe/collected.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import type { World } from "../world/world.ts";
import type { Seen } from "./judge.ts";
import type { Scene } from "./law.ts";

/** Who was there, what happened to them, and what of it is seen. */
export function sceneOf({ world, collected }: Seen): Scene {
  return {
    story: [fleetOf(world), ...world.past, ...unseen(world, collected)],
    snapshot: observeWorld(world, collected),
    profile: profileOfWorld(world, collected.named),
  };
}

interface Round {
  readonly events: readonly WorldEvent[];
  readonly collected: Collected;
}

/** The same where things happen in rounds, and what was decided is carried out in between: up to the first decision. */
export function sceneOfRounds(world: World, [first, ...further]: readonly Round[]): Scene {
  if (first === undefined) throw new RangeError("a run has at least one round");
  const { story, ...rest } = sceneOf({
    world: first.events.reduce(happen, world),
    collected: first.collected,
  });
  const carriedOut = "what is decided is carried out";
  const more = further.flatMap(({ events }) => [
    `${events.length} more events: ${events.map(({ event }) => event.type).join(", ")}`,
    carriedOut,
  ]);
  return { ...rest, story: [...story, carriedOut, ...more] };
}

/** A node that joined or was replaced later has its own line. */
function fleetOf({ nodes, credentials }: World): string {
  const fleet = nodes.map(({ name, talosVersion }) => `${name} (Talos ${talosVersion})`).join(", ");
  return `a fleet of ${fleet}, and ${credentials.map(({ name, host }) => `${name} for ${host}`).join(", ")}`;
}

const parts = [
  ["declaredContent", "the declared content"],
  ["history", "the history of declarations"],
  ["handOffs", "the hand-offs"],
  ["probes", "the probes"],
  ["image", "the image's tag"],
  ["rendered", "the rendered machine configs"],
  ["gate", "the gate"],
  ["ownershipObjects", "the Lease and the fenced object"],
] as const;

function unseen(world: World, collected: Collected): readonly string[] {
  const whole = collectedWhole(collected.named, world.nodes);
  const talos = world.nodes.flatMap(({ name }) => {
    const asked = collected.talos[name];
    const lacking = Object.entries(whole.talos[name] ?? {}).flatMap(([what]) =>
      asked === undefined || !Object.entries(asked).some(([each, is]) => each === what && is)
        ? [what]
        : [],
    );
    return lacking.length === 0 ? [] : [`Talos of ${name} (${lacking.join(", ")})`];
  });
  const lacking = [
    ...(collected.named.talos ? talos : []),
    ...parts.flatMap(([part, text]) => (collected[part] ? [] : [text])),
    ...collected.unlisted.map((name) => `the Node ${name}`),
  ];
  return lacking.length === 0 ? [] : [`not read: ${lacking.join("; ")}`];
}
