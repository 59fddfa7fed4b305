/**
 * A registry credential with its past. Logins are texts `user/token`: another user name makes another
 * login, and so does another token.
 */
export interface WorldCredential {
  readonly name: string;
  readonly host: string;
  /** What the names of all versions of its image begin with: repository, colon, prefix of the tag. */
  readonly imageBase: string;
  /** Every declaration so far, oldest first; the last one is in force. Encrypting anew adds one. */
  readonly declarations: readonly Declaration[];
  /** Logins that the registry does not accept any more. It never accepts one again. */
  readonly revoked: readonly string[];
  /** The image that every node must have pulled. */
  readonly image: string;
  readonly secret: LiveSecret;
  readonly handOffs: readonly WorldHandOff[];
  readonly probes: readonly WorldProbe[];
}

export interface Declaration {
  readonly login: string;
  /** SHA-256 of the ciphertext: new with every encryption. */
  readonly revision: string;
  readonly atSeconds: number;
}

/** The Secret in the cluster: what it holds, and how often its bytes were written. */
export interface LiveSecret {
  readonly login: string;
  readonly writes: number;
}

export interface WorldHandOff {
  readonly revision: string;
  readonly image: string;
  readonly nodes: readonly Run[];
}

/** One run of one machine's container runtime: what a claim speaks for. */
export interface Run {
  readonly name: string;
  readonly uid: string;
  readonly bootId: string;
  readonly runtimeStartedAtSeconds: number;
  /** Whether the runtime restarts without a boot, so that the boot alone does not tell its run. */
  readonly restartsRuntime: boolean;
}

/** A pull that was tried, with what the registry answered. */
export interface WorldProbe {
  readonly node: string | undefined;
  readonly through: "kubelet" | "talos" | "registry";
  readonly isUncached: boolean;
  readonly result: "pulled" | "denied" | "failed";
  /** Of the declaration that was in force. */
  readonly revision: string;
  readonly bootId: string | undefined;
  readonly atSeconds: number;
}

/** @throws RangeError for a credential without declarations, which no builder makes. */
export function declaredNow({ declarations }: WorldCredential): Declaration {
  const last = declarations.at(-1);
  if (last === undefined) throw new RangeError("a credential has at least one declaration");
  return last;
}

/** An earlier declaration, by its place modulo their number. */
export function declarationAt(credential: WorldCredential, index: number): Declaration {
  const { declarations } = credential;
  return declarations[index % declarations.length] ?? declaredNow(credential);
}

export function isAccepted({ revoked }: WorldCredential, login: string | undefined): boolean {
  return login !== undefined && !revoked.includes(login);
}
