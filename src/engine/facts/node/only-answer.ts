import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type OtherCredential, untoldHistory } from "../credential/declaration-history.ts";
import { doubtfulHistory } from "../credential/first-declared.ts";
import {
  type Fact,
  type FactDeclaration,
  known,
  type Note,
  type ReadFact,
  type UnknownReason,
} from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ConfigState } from "./config-against-declared.ts";
import { nodeConfig } from "./node-config.ts";
import { runtimeStartBound, runtimeStartOf, type SeenInstant } from "./runtime-start.ts";
import { startNotRead } from "./talos-record.ts";

export const onlyAnswer: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "onlyAnswer",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/credentials/<name>/previous", "/talos/<node>/runtimeStartedAt", ...nodeConfig.reads],
  doc: "No other credential could answer a pull of this node: the config does not hold another one, and none was ever declared, or each is revoked or was first declared after the runtime started.",
  derive: (subject, read, note) => {
    const { history } = credentialSharedOf(subject);
    const configured = holdsAnother(read(nodeConfig));
    if (configured === true) return no;
    if (!history.isCollected) {
      return unknownFor([untoldHistory(subject.credential.name)]);
    }
    const earlier = earlierAnswers(subject, read, note);
    if (earlier === true) return no;
    const reasons = [...configured, ...earlier];
    return reasons.length === 0 ? yes : unknownFor(eachOnce(reasons));
  },
};

/** True where the config certainly holds another login, which can answer a pull; else why it may. */
function holdsAnother(configured: Fact<ConfigState>): true | readonly UnknownReason[] {
  if (configured.state === "absent") return [];
  if (configured.state === "value") return isAnotherLogin(configured.value) ? true : [];
  const { oneOf, reasons } = configured;
  if (oneOf === undefined) return reasons;
  if (oneOf.every(isAnotherLogin)) return true;
  return oneOf.some(isAnotherLogin) ? reasons : [];
}

function isAnotherLogin(state: ConfigState | null): boolean {
  return state === "changed" || state === "invalid";
}

/** True where a credential that was declared before could certainly answer; else why one may. */
function earlierAnswers(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): true | readonly UnknownReason[] {
  const { seen, unseen } = credentialSharedOf(subject).history.others;
  const at = ["credentials", subject.credential.name, "previous"];
  if (seen.length === 0 && unseen.length === 0) note?.(at, "no other was ever declared");
  const start = runtimeStartOf(subject);
  const bound = runtimeStartBound(subject, read);
  const reasons = [...unseen];
  for (const other of seen) {
    const answers = couldAnswer(other, start, bound);
    note?.([...at, `${other.at}`], answers ?? "not known");
    if (answers === true) return true;
    if (answers !== undefined) continue;
    if (isDoubtful(other)) reasons.push(doubtfulHistory);
    if (start === undefined) reasons.push(...startNotRead(subject));
  }
  return reasons;
}

const yes: Fact<boolean> = known(true);
const no: Fact<boolean> = known(false);

/**
 * @param start - When the runtime started, if it was read.
 * @param bound - By when it had started: what was declared after that it cannot have loaded.
 */
function couldAnswer(
  { revoked, firstDeclaredAt, isAnother }: OtherCredential,
  start: SeenInstant | undefined,
  bound: SeenInstant | undefined,
): boolean | undefined {
  if (revoked === true) return false;
  if (firstDeclaredAt === undefined) return undefined;
  if (bound !== undefined && (compareInstants(firstDeclaredAt, bound.text) ?? 0) > 0) return false;
  return revoked === false && isAnother && start !== undefined ? true : undefined;
}

/** What the history says of it would not do even with the runtime's start at hand. */
function isDoubtful({ revoked, firstDeclaredAt, isAnother }: OtherCredential): boolean {
  return revoked === undefined || firstDeclaredAt === undefined || !isAnother;
}
