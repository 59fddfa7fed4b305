import type { ClusterEvent } from "./cluster-events.ts";
import type { CredentialEvent } from "./credential-events.ts";
import type { MarkerEvent } from "./marker-events.ts";
import type { NodeEvent } from "./node-events.ts";
import type { OwnershipEvent } from "./ownership-events.ts";
import type { PullEvent } from "./pull-events.ts";

/** Something that happens to a world, of one family. */
export type WorldEvent =
  | { readonly family: "credential"; readonly event: CredentialEvent }
  | { readonly family: "cluster"; readonly event: ClusterEvent }
  | { readonly family: "node"; readonly event: NodeEvent }
  | { readonly family: "marker"; readonly event: MarkerEvent }
  | { readonly family: "ownership"; readonly event: OwnershipEvent }
  | { readonly family: "pull"; readonly event: PullEvent };
