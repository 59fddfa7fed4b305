import { type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { answersOf } from "./declared-answers.ts";
import { nodeLoad } from "./node-load.ts";

const ACCEPTED = ["yes", "no", "notTried"] as const;
type Accepted = (typeof ACCEPTED)[number];

export const declaredAccepted: FactDeclaration<CredentialSubject, Accepted> = {
  name: "declared.accepted",
  type: enumFact("Accepted", ACCEPTED),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/probes", "/credentials/<name>", ...nodeLoad.reads],
  doc: "Whether the registry takes the declared credential, by pulls that were tried: directly with one of its revisions, or uncached through a kubelet in a run of the runtime that has it loaded. No where one was denied and no later one of the same image went through; a pull with another credential says nothing.",
  derive: (subject, _read, note) => {
    const { refusals, passes, doubts, mayRefuse, mayPass } = answersOf(subject);
    const [refusal] = refusals;
    if (refusal !== undefined && doubts.length === 0) {
      note?.(["probes", `${refusal.at}`, "result"], "denied");
      return known("no");
    }
    const [pass] = passes;
    if (refusal === undefined && !mayRefuse && pass !== undefined) {
      note?.(["probes", `${pass.at}`, "result"], "pulled");
      return known("yes");
    }
    if (refusal === undefined && !mayRefuse && !mayPass) return known("notTried");
    return unknownFor(eachOnce(doubts));
  },
};
