import { credentialSharedOf } from "../engine/facts/credential/credential-shared.ts";
import type { UnknownReason } from "../engine/facts/fact.ts";
import type { Known } from "../engine/facts/known.ts";
import { nodeLoad } from "../engine/facts/node/node-load.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import { isDisruptive } from "../engine/policy.ts";
import type { Judged } from "../engine/subjects.ts";
import { formatPointer } from "../input/json-pointer.ts";
import { revisionOf } from "./bind-node.ts";
import { compareSeen, type Doubt, moved, unconfirmed } from "./doubt.ts";
import { isOnWordAlone } from "./on-word-alone.ts";
import type { Claim } from "./ownership-of-node.ts";
import type { Progress } from "./progress.ts";
import {
  addressOf,
  cordonOf,
  machineIdOf,
  roleOf,
  type SeenNode,
  taintsSeenOn,
  uidOf,
} from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** Whether it is the same machine in the same place, and meant to be used as it was. */
export function doubtNode(
  seen: SeenNode,
  { node, action }: Warrant,
  claim: Claim,
  progress: Progress,
): readonly Doubt[] {
  return [
    ...compareSeen(node.uid, uidOf(seen)),
    ...compareSeen(node.machineId, machineIdOf(seen)),
    ...compareSeen(node.role, roleOf(seen)),
    ...compareSeen(node.address, addressOf(seen)),
    ...doubtDeletion(seen),
    ...compareSeen(node.taints, taintsSeenOn(seen)),
    ...doubtCordon(seen, cordonsExpected({ node, action }, claim, progress)),
  ];
}

/** The autoscaler's decision shows as a taint; a deletion under way does not. */
function doubtDeletion({ node: { subject } }: SeenNode): readonly Doubt[] {
  const { deletionTimestamp } = subject.node.metadata;
  if (typeof deletionTimestamp !== "string") return [];
  const pointer = formatPointer(["objects", subject.nodeKey, "metadata", "deletionTimestamp"]);
  return moved({ fact: "node.deleted", bound: false, now: deletionTimestamp, pointer });
}

/**
 * While the holder has the node to drain it the cordon is its own and must be there: who took it off wants the node back.
 * Held for less, or about to be given back, it may be cordoned, as the reference script does for a mere pull. Not held it
 * is as it was. The first one is the one that is told.
 */
function cordonsExpected(
  { node, action }: Pick<Warrant, "node" | "action">,
  claim: Claim,
  { isProved }: Progress,
): readonly boolean[] {
  if (claim === "none") return [node.cordoned];
  const mustBe = claim === "own" && action.obligations.includes("reboot") && !isProved;
  return mustBe ? [true] : [node.cordoned, true];
}

function doubtCordon(seen: SeenNode, expected: readonly boolean[]): readonly Doubt[] {
  const cordon = cordonOf(seen);
  const [first = true] = expected;
  const isExpected = cordon.value.state === "value" && expected.includes(cordon.value.value);
  return isExpected ? [] : compareSeen(first, cordon);
}

/** Whether the same credentials are declared, and the runtime still works with what it did. */
export function doubtCredentials(
  seen: SeenNode,
  warrant: Warrant,
  { isReplaced, isRunKnown }: Progress,
): readonly Doubt[] {
  const { pairs } = seen;
  const { credentials } = warrant;
  const doubts = credentials.flatMap((bound) => {
    const pair = pairs.find(({ subject }) => subject.credential.name === bound.name);
    if (pair === undefined)
      return moved({ fact: `credentials.${bound.name}`, bound: bound.host, now: null });
    return doubtRevision(pair.subject, bound.revision);
  });
  const isBound = ({ subject }: Judged<NodeCredentialSubject>): boolean =>
    credentials.some(({ name }) => name === subject.credential.name);
  const added = pairs
    .filter((pair) => !isBound(pair))
    .flatMap(({ subject }) =>
      moved({
        fact: `credentials.${subject.credential.name}`,
        bound: null,
        now: subject.credential.host,
      }),
    );
  return [...doubts, ...added, ...(isRunKnown && !isReplaced ? doubtLoads(seen, warrant) : [])];
}

/** Another revision is the same credential, encrypted anew, if the history of declarations says so. */
function doubtRevision(subject: NodeCredentialSubject, bound: string): readonly Doubt[] {
  const now = revisionOf(subject);
  if (now.value.state === "unknown") return unconfirmed(now.fact, bound, now.value.reasons);
  if (now.value.value === bound) return [];
  const isStill = isDeclaredStill(subject, bound);
  if (isStill.state === "unknown") return unconfirmed(now.fact, bound, isStill.reasons);
  return isStill.value ? [] : compareSeen(bound, now);
}

function isDeclaredStill(subject: NodeCredentialSubject, bound: string): Known<boolean> {
  const { history } = credentialSharedOf(subject);
  if (history.isCollected) return history.isDeclared(bound);
  return { state: "unknown", reasons: [noHistory(subject.credential.name)] };
}

function noHistory(name: string): UnknownReason {
  return {
    code: "NotRecorded",
    detail: `another ciphertext of \`${name}\` is declared, and no history says whether it is the same credential`,
    cure: "plan again, or collect the history of declarations (`history: true` in the profile)",
  };
}

/**
 * Within one run the runtime loads nothing, so what it was known to work with must not be known to differ. And where an
 * act was asked for because that was not known, learning that it is the declared credential takes the ground from it.
 */
function doubtLoads(seen: SeenNode, { action, config, credentials }: Warrant): readonly Doubt[] {
  const loads = new Map(
    seen.pairs.map(({ subject, reader }) => [subject.credential.name, reader.read(nodeLoad)]),
  );
  const onWord = new Set(
    seen.pairs.filter(isOnWordAlone).map(({ subject }) => subject.credential.name),
  );
  const isForConfig = config?.effect === "reboot" || config?.effect === "runtimeRestart";
  const areSame = [...loads.values()].every(
    (load) => load.state === "value" && load.value === "same",
  );
  return credentials.flatMap(({ name, load: bound }) => {
    const now = loads.get(name);
    if (now?.state !== "value" || now.value === bound) return [];
    // The own patch alone brings that about, where an old proof names no run.
    if (bound === "changed" && now.value === "same" && onWord.has(name)) return [];
    const isGroundless = isDisruptive(action.obligations) && areSame && !isForConfig;
    if (bound === "unknown" && !isGroundless) return [];
    return moved({ fact: `credentials.${name}.load`, bound, now: now.value });
  });
}
