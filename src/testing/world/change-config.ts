import { restartsRuntimeSince } from "./talos-versions.ts";
import type { Logins, WorldMachineConfig, WorldNode } from "./world-node.ts";

/** Seconds from a changed registry config to the runtime that Talos restarted for it. */
const RESTART_SECONDS = 2;

/** How a machine config is written: at once and for good, for the next boot only, or until the next boot. */
export type WriteMode = "noReboot" | "staged" | "try";

/**
 * Writes a machine config without a boot. The file that the runtime reads is written at once; a config that
 * leaves its bytes as they are restarts nothing, and up to 1.13 nothing else does.
 */
export function writeConfig(
  node: WorldNode,
  change: (config: WorldMachineConfig) => WorldMachineConfig,
  { mode, atSeconds }: { readonly mode: WriteMode; readonly atSeconds: number },
): WorldNode {
  const written = mode === "try" ? node : { ...node, persistent: change(node.persistent) };
  if (mode === "staged") return written;
  const active = change(node.active);
  const configured = { ...written, active, activeUpdatedAtSeconds: atSeconds };
  if (isSameLogins(active.logins, node.active.logins)) return configured;
  const updated = { ...configured, registryConfigUpdatedAtSeconds: atSeconds };
  if (!restartsRuntimeSince(node.talosVersion)) return updated;
  return startRuntime(updated, atSeconds + RESTART_SECONDS);
}

/** The runtime reads its registry config once, when it starts. */
export function startRuntime(node: WorldNode, atSeconds: number): WorldNode {
  return { ...node, loaded: node.active.logins, runtimeStartedAtSeconds: atSeconds };
}

function isSameLogins(a: Logins, b: Logins): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
