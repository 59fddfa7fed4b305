import type { ProfileCredential } from "../../../profile/profile.ts";
import { isCovered } from "../../../snapshot/coverage.ts";
import {
  type DeclarationHistory,
  readDeclarationHistory,
} from "../credential/declaration-history.ts";
import {
  type DeclaredCredential,
  readDeclaredCredential,
} from "../credential/declared-credential.ts";
import { type DesiredImage, readDesiredImage } from "../credential/desired-image.ts";
import { type HandOffs, readHandOffs } from "../credential/hand-offs.ts";
import { lazily } from "../credential/lazily.ts";
import { createGapsOf, type GapsOf, missingReasons } from "../credential/missing-part.ts";
import type { UnknownReason } from "../fact.ts";
import type { CredentialSubject, FactSource } from "../subject.ts";
import { type Inventory, judgeInventory } from "./inventory.ts";
import { findHoldings, type Holding } from "./ownership.ts";

/** What many nodes' facts need and one pass over the fleet gives. Each is worked out when first asked for. */
export interface NodeCredentialShared {
  readonly gapsOf: GapsOf;
  readonly inventory: () => Inventory;
  readonly holdings: () => readonly Holding[];
  /** Why there may be Nodes that were not seen; empty: all were listed. */
  readonly unseenNodes: () => readonly UnknownReason[];
  readonly credential: (credential: ProfileCredential) => CredentialShared;
}

/** The same about one credential of the profile. */
export interface CredentialShared {
  readonly declared: DeclaredCredential;
  readonly history: DeclarationHistory;
  readonly handOffs: HandOffs;
  readonly desiredImage: DesiredImage;
}

function createNodeCredentialShared(source: FactSource): NodeCredentialShared {
  const { snapshot, profile, index } = source;
  const nodes = index.ofKind("v1/Node");
  const gapsOf = createGapsOf(snapshot);
  const credentials = new Map<string, CredentialShared>();
  return {
    gapsOf,
    inventory: lazily(() => judgeInventory(nodes)),
    holdings: lazily(() => findHoldings(nodes, profile.spec.nodes?.ownership)),
    unseenNodes: lazily(() => unseenNodes(source)),
    credential: (credential) => {
      const earlier = credentials.get(credential.name);
      if (earlier !== undefined) return earlier;
      const shared = createCredentialShared(source, credential, gapsOf);
      credentials.set(credential.name, shared);
      return shared;
    },
  };
}

export function sharedOf(source: FactSource): NodeCredentialShared {
  return source.once(createNodeCredentialShared);
}

/** What is shared about the subject's own credential. */
export function credentialSharedOf({ source, credential }: CredentialSubject): CredentialShared {
  return sharedOf(source).credential(credential);
}

function createCredentialShared(
  { snapshot, profile }: FactSource,
  credential: ProfileCredential,
  gapsOf: GapsOf,
): CredentialShared {
  const declared = readDeclaredCredential(snapshot, credential, gapsOf);
  const history = readDeclarationHistory(snapshot, credential, declared, gapsOf);
  return {
    declared,
    history,
    handOffs: readHandOffs(snapshot, credential, { profile, history, gapsOf }),
    desiredImage: readDesiredImage(snapshot, credential, gapsOf),
  };
}

function unseenNodes({ snapshot }: FactSource): readonly UnknownReason[] {
  const gaps = (snapshot.gaps ?? []).filter(
    ({ part, name }) =>
      part === "objects" &&
      (name === undefined || name === "v1/Node" || name.startsWith("v1/Node/")),
  );
  if (gaps.length > 0) return missingReasons(gaps, notAllNodes, listNodes);
  if (isCovered(snapshot, { kind: "v1/Node" }) === "complete") return [];
  return [{ code: "Partial", detail: notAllNodes, cure: listNodes }];
}

const notAllNodes = "v1/Node not listed completely";
const listNodes = "kubectl get nodes -o yaml";
