import type { World } from "./world.ts";
import { declarationAt } from "./world-credential.ts";
import type { WorldNode } from "./world-node.ts";

/** A machine just set up with what an earlier declaration held: a new Node object, a new boot, no proof. */
export function newMachine(
  world: Pick<World, "nowSeconds" | "credentials" | "settings" | "gate">,
  {
    declaration,
    ...identity
  }: Pick<WorldNode, "name" | "role" | "isAutoscaled" | "talosVersion"> & {
    readonly declaration: number;
  },
): WorldNode {
  const { nowSeconds, credentials, settings, gate } = world;
  const { name } = identity;
  const bootedAtSeconds = nowSeconds - 240;
  const logins = Object.fromEntries(
    credentials.map((each) => [each.name, declarationAt(each, declaration).login]),
  );
  const config = { logins, markers: {}, settings };
  return {
    ...identity,
    uid: `uid-${name}-${nowSeconds}`,
    machineId: `machine-${name}-${nowSeconds}`,
    isKept: false,
    isLeaving: false,
    isReady: true,
    readyChangedAtSeconds: bootedAtSeconds + 60,
    isCordoned: false,
    taints: [],
    bootId: `boot-${name}-${bootedAtSeconds}`,
    loaded: logins,
    runtimeStartedAtSeconds: bootedAtSeconds + 15,
    registryConfigUpdatedAtSeconds: bootedAtSeconds + 9,
    active: config,
    persistent: config,
    activeUpdatedAtSeconds: bootedAtSeconds,
    shown: {},
    owned: [],
    isApplyFailing: false,
    hold: undefined,
    etcd: "healthy",
    // A new pod always takes the newest template, held or not.
    podRevision: gate?.revision ?? 1,
  };
}
