import { defaultNames } from "../world/cluster-names.ts";
import { imageOf, revisionOf } from "../world/events/credential-events.ts";
import { newMachine } from "../world/new-machine.ts";
import type { World } from "../world/world.ts";
import type { WorldNode } from "../world/world-node.ts";

const START_SECONDS = 1_785_000_000;

/** What of a node is so from its first day. */
export type Machine = Pick<WorldNode, "role" | "talosVersion">;

/** One credential, declared long ago, and machines that were set up with it. */
export function newWorld(machines: readonly Machine[]): World {
  const names = { ...defaultNames, credentials: defaultNames.credentials.slice(0, 1) };
  const credentials = names.credentials.map(({ name, host }) => {
    const [login, imageBase] = ["bot/a", `${host}/operator:`];
    const declared = {
      login,
      revision: revisionOf(host, login, 0),
      atSeconds: START_SECONDS - 900_000,
    };
    return {
      name,
      host,
      declarations: [declared],
      revoked: [],
      imageBase,
      image: imageOf(imageBase, 3),
      secret: { login, writes: 0 },
      handOffs: [],
      probes: [],
    };
  });
  const shell: World = {
    names,
    past: [],
    nowSeconds: START_SECONDS,
    credentials,
    nodes: [],
    settings: { sysctl: "0", environment: "0", unheardOf: "0" },
    gate: undefined,
    lease: undefined,
    fenceOwner: undefined,
  };
  const nodes = machines.map((machine, at) =>
    newMachine(shell, {
      ...machine,
      name: `${machine.role}-${at + 1}`,
      isAutoscaled: false,
      declaration: 0,
    }),
  );
  return { ...shell, nodes };
}
