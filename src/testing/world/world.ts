/**
 * The truth about one small cluster, and what happened to it: what a law is judged against, instead of
 * the engine's own facts. Instants are seconds since the epoch; credentials are known by a letter.
 */
export interface World {
  readonly nowSeconds: number;
  /** Every declaration so far, oldest first; the last one is in force. Encrypting anew adds one. */
  readonly declarations: readonly Declaration[];
  readonly image: string;
  /** Which credential the Secret in the cluster holds. */
  readonly liveSecret: string;
  readonly nodes: readonly WorldNode[];
  readonly handOffs: readonly WorldHandOff[];
}

export interface Declaration {
  readonly credential: string;
  /** SHA-256 of the ciphertext: new with every encryption. */
  readonly revision: string;
  readonly atSeconds: number;
}

export interface WorldNode {
  readonly name: string;
  readonly uid: string;
  readonly role: "control-plane" | "worker";
  /** Whether the runtime restarts itself when its registry config changes (Talos ≥ 1.14). */
  readonly restartsRuntime: boolean;
  readonly isLeaving: boolean;
  readonly bootId: string;
  /** What the container runtime works with: the truth that no snapshot shows. */
  readonly loaded: string;
  readonly configured: string;
  readonly runtimeStartedAtSeconds: number;
  readonly configChangedAtSeconds: number;
  /** On the Node object. */
  readonly marker: Marker | undefined;
  /** Whether the machine config holds the marker as well; if not and the Node shows it, it is about to vanish. */
  readonly isMarkerInConfig: boolean;
}

/** A claim that was true when it was written. */
export interface Marker {
  readonly revision: string;
  readonly image: string;
  readonly uid: string;
  readonly bootId: string;
}

export interface WorldHandOff {
  readonly revision: string;
  readonly image: string;
  readonly nodes: readonly {
    readonly name: string;
    readonly uid: string;
    readonly bootId: string;
  }[];
}

/** @throws RangeError for a world without declarations, which no builder makes. */
export function declaredNow(world: World): Declaration {
  const last = world.declarations.at(-1);
  if (last === undefined) throw new RangeError("a world declares at least one credential");
  return last;
}
