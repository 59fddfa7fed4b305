import { groupBy } from "../../input/group-by.ts";
import { once } from "../../input/once.ts";
import type { Profile } from "../../profile/profile.ts";
import type { UnknownReason } from "../facts/fact.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import { nodesSharedOf } from "../facts/node/nodes-shared.ts";
import type {
  FactSource,
  GatedFleetSubject,
  NodeCredentialSubject,
  NodeSubject,
} from "../facts/subject.ts";
import type { Judged, Subjects } from "../subjects.ts";

/** What guards read. */
export interface PlanContext {
  readonly source: FactSource;
  readonly profile: NonNullable<Profile["spec"]["nodes"]>;
  readonly nodes: ReadonlyMap<string, Judged<NodeSubject>>;
  readonly fleets: readonly Judged<GatedFleetSubject>[];
  /** A node with each of its credentials; none where the profile names none. */
  readonly credentialsOf: (node: string) => readonly Judged<NodeCredentialSubject>[];
  readonly controlPlanes: () => readonly Judged<NodeSubject>[];
  /** Why there may be Nodes that were not seen; empty: all were listed. */
  readonly unseen: () => readonly UnknownReason[];
}

export function createPlanContext(source: FactSource, subjects: Subjects): PlanContext {
  const credentials = once(() => groupBy(subjects.nodeCredential, ({ name }) => name));
  return {
    source,
    profile: source.profile.spec.nodes ?? {},
    nodes: new Map(subjects.node.map((judged) => [judged.name, judged])),
    fleets: subjects.gatedFleet,
    credentialsOf: (node) => credentials().get(node) ?? [],
    controlPlanes: once(() => subjects.node.filter(({ subject }) => isControlPlane(subject))),
    unseen: nodesSharedOf(source).unseen,
  };
}
