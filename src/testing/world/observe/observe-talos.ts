import type { MachineConfigRecord, TalosNodeRecord } from "../../../snapshot/snapshot.ts";
import { hex64 } from "../hex64.ts";
import type { World } from "../world.ts";
import type { Settings, WorldMachineConfig, WorldNode } from "../world-node.ts";
import type { Collected } from "./collected.ts";
import { entryOf } from "./entry-of.ts";
import { instant } from "./names-of-worlds.ts";
import { markerAnnotations } from "./observe-node.ts";

/** What Talos said of a node, as far as it was asked. */
export function observeTalos(
  world: World,
  node: WorldNode,
  { talos, named }: Collected,
): TalosNodeRecord | undefined {
  const asked = talos[node.name];
  if (asked === undefined) return undefined;
  const record = (config: WorldMachineConfig): MachineConfigRecord =>
    machineConfigRecord(world, config, named);
  const updatedAt = instant(node.activeUpdatedAtSeconds);
  return {
    ...(asked.version ? { version: node.talosVersion } : {}),
    ...(asked.times
      ? {
          runtimeStartedAt: instant(node.runtimeStartedAtSeconds),
          registryConfigUpdatedAt: instant(node.registryConfigUpdatedAtSeconds),
        }
      : {}),
    machineConfig: {
      ...(asked.active ? { active: { updatedAt, ...record(node.active) } } : {}),
      ...(asked.persistent ? { persistent: record(node.persistent) } : {}),
    },
    ...(asked.etcd && node.role === "control-plane" ? { etcd: etcdOf(world, node) } : {}),
  };
}

/** What a machine config record says of a config: proofs, logins, and a digest of everything else. */
export function machineConfigRecord(
  { credentials, names }: World,
  { logins, markers, settings }: WorldMachineConfig,
  named: Collected["named"],
): MachineConfigRecord {
  const auth = credentials.flatMap(({ name, host }) => {
    const login = logins[name];
    return login === undefined
      ? []
      : [
          {
            kind: "RegistryAuthConfig",
            name: host,
            registryAuth: [entryOf(host, login)],
            digests: {},
          },
        ];
  });
  return {
    documents: [
      {
        kind: "v1alpha1",
        nodeAnnotations: markerAnnotations(names, markers, named),
        digests: digestsOf(settings),
      },
      ...auth,
      ...unheardOf(settings),
    ],
  };
}

/** A setting that a document of no known kind holds; `0` is not to have it. */
function unheardOf({ unheardOf: value }: Settings): MachineConfigRecord["documents"] {
  return value === "0" ? [] : [{ kind: "UnheardOfConfig", digests: { "/value": hex64(value) } }];
}

function digestsOf({ sysctl, environment }: Settings): Record<string, string> {
  return {
    "/machine/env/HTTP_PROXY": hex64(`environment ${environment}`),
    "/machine/sysctls/vm.max_map_count": hex64(`sysctl ${sysctl}`),
  };
}

function etcdOf(world: World, { name, etcd }: WorldNode): NonNullable<TalosNodeRecord["etcd"]> {
  const id = memberIdOf(name);
  const isRow = etcd !== "silent";
  const leader = leaderOf(world);
  const member = {
    id,
    ...(leader === undefined ? {} : { leader }),
    learner: etcd === "learner",
    hasErrors: etcd === "errors",
  };
  return {
    members: isRow ? [member] : [],
    alarms: etcd === "alarm" ? [{ id, alarm: "NOSPACE" }] : [],
  };
}

const memberIdOf = (name: string): string => hex64(name).slice(0, 16);

/** The first control plane that can lead: one of its members has to, or none follows anyone. */
function leaderOf({ nodes }: World): string | undefined {
  const able = nodes.find(({ role, etcd }) => role === "control-plane" && etcd !== "learner");
  return able === undefined ? undefined : memberIdOf(able.name);
}
