import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { configStaged } from "./config-staged.ts";
import { nodeCredentialReader } from "./node-credential-readers.ts";
import { nodesSharedOf } from "./nodes-shared.ts";

export const configsStaged: FactDeclaration<CredentialSubject, number> = {
  name: "configs.staged",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: configStaged.reads,
  doc: "How many nodes have another login for the host on disk than in their active config, or only in one of the two.",
  derive: (subject) => {
    const { names, reasons } = stagedNodesOf(subject);
    return reasons.length === 0
      ? known(names.length)
      : unknownFor(reasons, { atLeast: names.length });
  },
};

/** The nodes with a staged or tried login, and why there may be more. */
export function stagedNodesOf(subject: CredentialSubject): {
  readonly names: readonly string[];
  readonly reasons: readonly UnknownReason[];
} {
  const { source } = subject;
  if (source.profile.spec.nodes?.talosCollected !== true) return { names: [], reasons: [] };
  const reasons: UnknownReason[] = [...nodesSharedOf(source).unseen()];
  const names: string[] = [];
  for (const { key, object } of source.index.ofKind("v1/Node")) {
    const { read } = nodeCredentialReader({ ...subject, nodeKey: key, node: object });
    const staged = read(configStaged);
    if (staged.state === "unknown") reasons.push(...staged.reasons);
    else if (staged.state === "value" && staged.value) names.push(object.metadata.name);
  }
  return { names, reasons: eachOnce(reasons) };
}
