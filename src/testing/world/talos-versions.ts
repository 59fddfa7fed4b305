/**
 * The versions that worlds run, and whether the runtime restarts by itself when its registry config
 * changes (siderolabs/talos#12725: from 1.14.0-beta.0 on). Written down here once more on purpose: a law that
 * read the engine's table could not find a mistake in it.
 */
const restartsRuntime: ReadonlyMap<string, boolean> = new Map([
  ["v1.13.8", false],
  ["v1.14.0-alpha.1", false],
  ["v1.14.0-beta.0", true],
  ["v1.14.0", true],
]);

export const TALOS_VERSIONS: readonly string[] = [...restartsRuntime.keys()];

export function restartsRuntimeSince(version: string): boolean {
  return restartsRuntime.get(version) ?? false;
}
