import { compareTalosVersions, parseTalosVersion, type TalosVersion } from "./talos-version.ts";

/** What it takes until the container runtime works with a changed registry auth. */
export const REGISTRY_AUTH_EFFECTS = ["reboot", "restart"] as const;
export type RegistryAuthEffect = (typeof REGISTRY_AUTH_EFFECTS)[number];

/** One line of the table: what holds from a version on, until the next line's. */
interface EffectSince {
  readonly from: TalosVersion;
  readonly effect: RegistryAuthEffect;
}

/**
 * Up to 1.13 the runtime reads auth when it starts, and Talos does not restart it on request. From
 * 1.14.0-beta.0 on Talos restarts it by itself when `cri/conf.d/cri.toml` changes
 * (https://github.com/siderolabs/talos/issues/12725).
 */
const effects: readonly EffectSince[] = [
  since("v0.0.0-0", "reboot"),
  since("v1.14.0-beta.0", "restart"),
];

/** What a changed registry auth costs on a version of Talos. */
export function registryAuthEffect(version: TalosVersion): RegistryAuthEffect {
  let effect: RegistryAuthEffect = "reboot";
  for (const line of effects) {
    if (compareTalosVersions(line.from, version) <= 0) effect = line.effect;
  }
  return effect;
}

function since(text: string, effect: RegistryAuthEffect): EffectSince {
  const from = parseTalosVersion(text);
  if (from === undefined) throw new Error(`not a version: ${text}`);
  return { from, effect };
}
