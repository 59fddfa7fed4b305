import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { configsStaged, stagedNodesOf } from "./configs-staged.ts";

export const configsStagedNodes: FactDeclaration<CredentialSubject, readonly string[]> = {
  name: "configs.stagedNodes",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: configsStaged.reads,
  doc: "The names of those nodes. Unknown while there may be more.",
  derive: (subject) => {
    const { names, reasons } = stagedNodesOf(subject);
    return reasons.length === 0 ? known(names) : unknownFor(reasons);
  },
};
