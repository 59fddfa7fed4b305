import { credentialSharedOf } from "../credential/credential-shared.ts";
import { doubtfulHistory, type OtherCredential } from "../credential/declaration-history.ts";
import { snapshotWith } from "../credential/declared-credential.ts";
import { type Fact, type FactDeclaration, known, type UnknownReason, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { runtimeStartBound, runtimeStartOf, type SeenInstant } from "./runtime-start.ts";
import { startNotRead } from "./talos-record.ts";

export const onlyAnswer: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "onlyAnswer",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/credentials/<name>/previous", "/talos/<node>/runtimeStartedAt"],
  doc: "No other credential could answer a pull of this node: none was ever declared, or each is revoked or was first declared after the runtime started.",
  derive: (subject, read, note) => {
    const { history } = credentialSharedOf(subject);
    const { name } = subject.credential;
    if (!history.isCollected) {
      return unknown("NotRecorded", `the history of declarations of \`${name}\` is not collected`, {
        cure: `set \`history: true\` in the profile, and ${snapshotWith(name, "previous")}`,
      });
    }
    const { others } = history;
    if (others.state === "unknown") return unknownFor(others.reasons);
    if (others.value.length === 0) {
      note?.(["credentials", name, "previous"], "no other was ever declared");
      return yes;
    }
    const start = runtimeStartOf(subject);
    const bound = runtimeStartBound(subject, read);
    const reasons: UnknownReason[] = [];
    for (const other of others.value) {
      const answers = couldAnswer(other, start, bound);
      note?.(["credentials", name, "previous", `${other.at}`], answers ?? "not known");
      if (answers === true) return no;
      if (answers !== undefined) continue;
      if (isDoubtful(other)) reasons.push(doubtfulHistory);
      if (start === undefined) reasons.push(...startNotRead(subject));
    }
    return reasons.length === 0 ? yes : unknownFor(eachOnce(reasons));
  },
};

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
