import { CHANGE_KINDS } from "../engine/effects/effect-table.ts";
import { registryAuthEffect } from "../engine/effects/registry-auth-effect.ts";
import { parseTalosVersion } from "../engine/effects/talos-version.ts";
import { osImageOf } from "../engine/facts/node/node-object.ts";
import { canonicalHost } from "../snapshot/registry-host.ts";
import type { ClusterObject, MachineConfigRecord, TalosNodeRecord } from "../snapshot/snapshot.ts";
import type { EventContext } from "./event.ts";
import { authChange } from "./registry-auth.ts";

/** What a changed login costs: a reboot, or a restart that the runtime does by itself. */
export type AuthEffect = "reboot" | "restart";

/** That of a node, for the hosts of all credentials; undefined while it is not known for certain. */
export function authEffectOf(
  { effects, profile }: Pick<EventContext, "effects" | "profile">,
  node: ClusterObject,
  record: TalosNodeRecord | undefined,
): AuthEffect | undefined {
  const told = record?.version;
  const onNode = /\((.+)\)$/.exec(osImageOf(node) ?? "")?.[1];
  const version = parseTalosVersion(told ?? onNode ?? "");
  const isContradicted = told !== undefined && onNode !== undefined && told !== onNode;
  if (version === undefined || isContradicted) return undefined;
  const costs = (profile.spec.credentials ?? []).map(({ host: written }) => {
    const host = canonicalHost(written) ?? written;
    return registryAuthEffect(effects, { host, changes: CHANGE_KINDS }, version);
  });
  if (costs.every((cost) => cost === "reboot")) return "reboot";
  return costs.every((cost) => cost === "runtimeRestart") ? "restart" : undefined;
}

/** The config of a node before and after a write, and when that was. */
export interface ConfigWrite {
  readonly effect: AuthEffect | undefined;
  /** The same as before, but for what is written. */
  readonly write: (documents: MachineConfigRecord["documents"]) => MachineConfigRecord["documents"];
  readonly at: string;
  /** When a runtime that restarts by itself is back. */
  readonly restartedAt: string;
}

/**
 * A node's config, active and persistent, written without a reboot. The runtime's own config file is written anew when the
 * login in it changes; from Talos 1.14 on the runtime restarts then. A time that may have moved is no longer known.
 */
export function withConfigWritten(
  record: TalosNodeRecord,
  { effect, write, at, restartedAt }: ConfigWrite,
): TalosNodeRecord {
  const { active, persistent } = record.machineConfig ?? {};
  const rewritten = (config: MachineConfigRecord | undefined): MachineConfigRecord | undefined =>
    config && withTime({ ...config, documents: write(config.documents) }, at);
  const next = rewritten(active);
  const onDisk = rewritten(persistent);
  const change =
    active === undefined || next === undefined
      ? "unknown"
      : authChange(active.documents, next.documents);
  const { machineConfig, registryConfigUpdatedAt, runtimeStartedAt, ...rest } = record;
  return {
    ...rest,
    ...(machineConfig === undefined
      ? {}
      : {
          machineConfig: {
            ...(next === undefined ? {} : { active: next }),
            ...(onDisk === undefined ? {} : { persistent: onDisk }),
          },
        }),
    ...moved(
      "registryConfigUpdatedAt",
      registryConfigUpdatedAt,
      {
        same: registryConfigUpdatedAt,
        changed: at,
        unknown: undefined,
      }[change],
    ),
    ...moved(
      "runtimeStartedAt",
      runtimeStartedAt,
      {
        same: runtimeStartedAt,
        changed: { reboot: runtimeStartedAt, restart: restartedAt, unknown: undefined }[
          effect ?? "unknown"
        ],
        unknown: effect === "reboot" ? runtimeStartedAt : undefined,
      }[change],
    ),
  };
}

function withTime(config: MachineConfigRecord, at: string): MachineConfigRecord {
  return config.updatedAt === undefined ? config : { ...config, updatedAt: at };
}

/** What was not read before is not read afterwards. */
function moved<Key extends string>(
  key: Key,
  before: string | undefined,
  after: string | undefined,
): Partial<Record<Key, string>> {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: a computed key is forgotten to be the one named
  const set = { [key]: after } as Record<Key, string>;
  return before === undefined || after === undefined ? {} : set;
}

/** A record as it is after a boot: what was staged is active, and what Talos keeps in memory is new. */
export function booted(
  record: TalosNodeRecord,
  { at, startedAt }: { readonly at: string; readonly startedAt: string },
): TalosNodeRecord {
  const { active, persistent } = record.machineConfig ?? {};
  const now = persistent ?? active;
  const configs = {
    ...(active === undefined || now === undefined
      ? {}
      : { active: withTime({ ...active, documents: now.documents }, at) }),
    ...(persistent === undefined ? {} : { persistent: withTime(persistent, at) }),
  };
  return {
    ...record,
    ...(record.machineConfig === undefined ? {} : { machineConfig: configs }),
    ...moved("registryConfigUpdatedAt", record.registryConfigUpdatedAt, at),
    ...moved("runtimeStartedAt", record.runtimeStartedAt, startedAt),
  };
}
