/** What of a world gets into a snapshot. Whatever is not collected becomes a gap: nothing is forged. */
export interface Collected {
  readonly named: Named;
  /** By node name: what Talos was asked; a node that is not there was not asked. */
  readonly talos: Readonly<Record<string, CollectedTalos>>;
  /** Nodes that the list, read in part, does not show. */
  readonly unlisted: readonly string[];
  /** The decrypted content of what Git declares, by which credentials compare. */
  readonly declaredContent: boolean;
  readonly history: boolean;
  readonly handOffs: boolean;
  readonly probes: boolean;
  readonly image: boolean;
  readonly rendered: boolean;
  /** The gated DaemonSet with its revisions and pods, and what Git says of the gate. */
  readonly gate: boolean;
  /** The Lease, and the objects that a transaction takes for itself. */
  readonly ownershipObjects: boolean;
}

export interface CollectedTalos {
  readonly active: boolean;
  readonly persistent: boolean;
  readonly times: boolean;
  readonly version: boolean;
  readonly etcd: boolean;
}

/** What the profile names: the shape of the question, which hiding does not change. */
export interface Named {
  /** To what proofs are bound: to nothing, to the boot, or from Talos 1.14 on to the runtime's start. */
  readonly binds: "nothing" | "boot" | "run";
  readonly talos: boolean;
  readonly history: boolean;
  readonly etcd: boolean;
  readonly rendered: boolean;
}

const wholeTalos: CollectedTalos = {
  active: true,
  persistent: true,
  times: true,
  version: true,
  etcd: true,
};

/** Everything that the profile names was read. */
export function collectedWhole(
  named: Named,
  nodes: readonly { readonly name: string }[],
): Collected {
  return {
    named,
    talos: Object.fromEntries(nodes.map(({ name }) => [name, wholeTalos])),
    unlisted: [],
    declaredContent: true,
    history: true,
    handOffs: true,
    probes: true,
    image: true,
    rendered: true,
    gate: true,
    ownershipObjects: true,
  };
}
