import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import { type ConfigChange, MAIN_DOCUMENT } from "../../../effects/effect-table.ts";
import type { UnknownReason } from "../../fact.ts";

/** One place that a rendered config has otherwise than the active one. */
export interface PlacedChange extends ConfigChange {
  /** Name of the document, where it has one. */
  readonly name?: string | undefined;
  /** It is the login to this registry, in whichever spelling. */
  readonly authHost?: string;
  /** Which of the two shows it, and where in that. */
  readonly seenIn: "active" | "rendered";
  readonly at: readonly string[];
}

/** What may be a change: both have something there, and it cannot be said whether it is the same. */
export interface OpenChange {
  readonly change: PlacedChange;
  readonly reason: UnknownReason;
}

export interface ConfigDiff {
  readonly certain: readonly PlacedChange[];
  readonly open: readonly OpenChange[];
}

export interface ConfigPair {
  readonly active: MachineConfigRecord;
  readonly rendered: MachineConfigRecord;
}

/** What of the pair is judged elsewhere and told here by nobody. */
export interface LeftOut {
  /** Registries whose login some credential of the profile covers: `registry-credential` decides from evidence what it costs. */
  readonly hosts: ReadonlySet<string>;
  /** Annotations that are proofs: whoever proves writes them, and no rendering has to. */
  readonly annotations: ReadonlySet<string>;
}

/** `/machine/env/A`, or `KernelModuleConfig/br_netfilter/parameters/0`: the place, and nothing of what is there. */
export function changeText({ document, name, path }: PlacedChange): string {
  const of = document === MAIN_DOCUMENT ? [] : [document, ...(name === undefined ? [] : [name])];
  return of.length === 0 ? `/${path.join("/")}` : [...of, ...path].join("/");
}
