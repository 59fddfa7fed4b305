import { type Fact, type FactDeclaration, known } from "../../fact.ts";
import { stringListFact } from "../../fact-type.ts";
import { everyReason } from "../../gaps.ts";
import { unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { configParts } from "./config-parts.ts";
import { nodeChangesOf } from "./node-changes.ts";

export const changesDroppedProofs: FactDeclaration<NodeSubject, readonly string[]> = {
  name: "changes.droppedProofs",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: configParts.map((part) => `${part}/documents/*/nodeAnnotations`),
  doc: "Annotations that the profile names as proofs, that the node's active machine config has, and that its rendered one lacks or has otherwise: applying it takes the proofs away.",
  derive: (subject, _read, note) => {
    const changes = nodeChangesOf(subject);
    if (changes.state === "notCollected") return none;
    if (changes.state === "unknown") return unknownFor(changes.reasons);
    const { droppedProofs } = changes;
    const { name } = subject.node.metadata;
    note?.(
      ["rendered", "machineConfigs", name],
      droppedProofs.length === 0 ? "keeps every proof" : `without ${droppedProofs.join(", ")}`,
    );
    return known(droppedProofs);
  },
};

const none: Fact<readonly string[]> = known([]);
