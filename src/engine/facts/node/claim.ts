import { compareTimestamps, parseTimestamp, type Timestamp } from "../../../time/time.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { Note, ReadFact, UnknownFact, UnknownReason } from "../fact.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ConfigState } from "./config-against-declared.ts";
import { nodeConfig } from "./node-config.ts";
import { bootIdOf, notReadOf } from "./node-object.ts";
import { restartsWithinBoot } from "./runtime-restarts.ts";
import { startNotRead, talosRecordOf } from "./talos-record.ts";

/**
 * On what a claim still holds: the run of the runtime recorded in it is the present one, or no other
 * credential was declared since, or, where no history is collected, its mere word.
 */
export type ClaimBasis = "run" | "history" | "word";

/** Whether a proof that names the declared credential speaks for the present run of the runtime. */
export type ClaimJudgement =
  | {
      readonly state: "holds";
      readonly basis: ClaimBasis;
      /** Why it may rest on more than its word after all. */
      readonly doubts: readonly UnknownReason[];
    }
  | { readonly state: "void"; readonly problem: string }
  | UnknownFact<never>;

const holdsByRun: ClaimJudgement = { state: "holds", basis: "run", doubts: [] };
const holdsByHistory: ClaimJudgement = { state: "holds", basis: "history", doubts: [] };
const holdsByWord: ClaimJudgement = { state: "holds", basis: "word", doubts: [] };
/** Why a claim is not bound to a run, for people. */
export type Unbound = keyof typeof unboundWords;
const unboundWords = {
  unnamed: "it names no run of the runtime",
  restarting: "it names only a boot, within which this Talos restarts the runtime",
  vanishing: "the run that it names is about to vanish from the Node",
};
const otherRun: ClaimJudgement = {
  state: "void",
  problem: "it was made in another run of the runtime",
};

/**
 * Judges a claim by the run that it records: a boot id or, from Talos 1.14 on, the instant at which the
 * runtime started; undefined where it records none.
 */
export function judgeClaim(
  recorded: string | undefined,
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  if (recorded === undefined) return judgeUnbound("unnamed", subject, read, note);
  const startedAt = parseTimestamp(recorded);
  if (startedAt !== undefined) return judgeByStart(startedAt, subject, note);
  const { node, nodeKey } = subject;
  const bootId = bootIdOf(node);
  if (bootId === undefined) return unknownFor([notReadOf(node, "boot id")]);
  note?.(["objects", nodeKey, "status", "nodeInfo", "bootID"], bootId);
  return bootId === recorded ? judgeSameBoot(subject, read, note) : otherRun;
}

function judgeByStart(
  recorded: Timestamp,
  subject: NodeCredentialSubject,
  note: Note | undefined,
): ClaimJudgement {
  const text = talosRecordOf(subject)?.runtimeStartedAt;
  const startedAt = text === undefined ? undefined : parseTimestamp(text);
  if (text === undefined || startedAt === undefined) {
    return unknownFor(startNotRead(subject));
  }
  note?.(["talos", subject.node.metadata.name, "runtimeStartedAt"], text);
  return compareTimestamps(recorded, startedAt) === 0 ? holdsByRun : otherRun;
}

/** Within one boot the runtime starts once, unless this Talos restarts it when its config changes. */
function judgeSameBoot(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  const restarts = restartsWithinBoot(read);
  if (restarts.state === "value" && !restarts.value) return holdsByRun;
  const unbound = judgeUnbound("restarting", subject, read, note);
  if (restarts.state !== "unknown") return unbound;
  if (unbound.state === "holds") return { ...unbound, doubts: restarts.reasons };
  return unknownFor(restarts.reasons);
}

/** Without a recorded run: nothing may have come between, neither in Git nor in the node's config. */
export function judgeUnbound(
  because: Unbound,
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  const configured = read(nodeConfig);
  if (configured.state === "value" && !isAsDeclared(configured.value)) {
    return voidFor(because, "the config is not the declared one");
  }
  const { history } = credentialSharedOf(subject);
  const reasons = reasonsOf([configured]);
  if (!history.isCollected) return reasons.length === 0 ? holdsByWord : unknownFor(reasons);
  const changed = history.changedSince;
  if (changed.state === "unknown") return unknownFor(reasonsOf([configured, changed]));
  if (changed.value) return voidFor(because, "another credential was declared since");
  if (reasons.length > 0) return unknownFor(reasons);
  note?.(["credentials", subject.credential.name, "previous"], "no other declared since");
  return holdsByHistory;
}

function voidFor(because: Unbound, problem: string): ClaimJudgement {
  return { state: "void", problem: `${unboundWords[because]}, and ${problem}` };
}

/** Known not to differ, or not asked for; merely not knowing a difference would let ignorance pass. */
function isAsDeclared(state: ConfigState): boolean {
  return state === "same" || state === "notCollected";
}
