import { compareText } from "../input/compare-text.ts";
import type { Profile, ProfileGate } from "./profile.ts";

/** A DaemonSet that a profile names, with all that it says of it in several places. */
export interface ProfileFleet {
  /** `namespace/name`. */
  readonly name: string;
  readonly daemonSet: NamespacedName;
  readonly helmRelease?: NamespacedName;
  /** The gate over it; the first by name where there are several. */
  readonly gate?: ProfileGate;
  readonly stepsRecorded?: boolean;
}

interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** Each DaemonSet that the profile names, by a gate or by itself, once; in code-unit order of names. */
export function fleetsOf({ spec }: Profile): readonly ProfileFleet[] {
  const fleets = new Map<string, ProfileFleet>();
  for (const gate of (spec.gates ?? []).toSorted((a, b) => compareText(a.name, b.name))) {
    const { daemonSet, helmRelease } = gate;
    if (daemonSet === undefined) continue;
    const fleet = fleets.get(nameOf(daemonSet)) ?? { name: nameOf(daemonSet), daemonSet, gate };
    fleets.set(fleet.name, {
      ...(helmRelease === undefined ? {} : { helmRelease }),
      ...fleet,
    });
  }
  for (const fleet of spec.fleets ?? []) {
    const name = nameOf(fleet.daemonSet);
    fleets.set(name, { name, ...fleets.get(name), ...fleet });
  }
  return [...fleets.values()].sort((a, b) => compareText(a.name, b.name));
}

/** The fleet of that DaemonSet. */
export function fleetOf(profile: Profile, daemonSet: NamespacedName): ProfileFleet | undefined {
  return fleetsOf(profile).find(({ name }) => name === nameOf(daemonSet));
}

function nameOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`;
}
