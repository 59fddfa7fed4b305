import type { Timestamp } from "../../../time/time.ts";
import { type FactDeclaration, known, type Note, type UnknownReason } from "../fact.ts";
import { boolFact, enumFact, timestampFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { type OpenList, openListFact } from "../open-list.ts";
import type { KustomizationSubject } from "../subject.ts";
import { type Healing, healings } from "./blocker.ts";
import { readNode } from "./kustomization-subject.ts";
import type { Cause, Outlook } from "./outlook.ts";
import { tellAttempts, tellHealing, tellRetry } from "./tell-outlook.ts";

const everything = ["/objects", "/coverage"];

export const kustomizationReady: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.ready",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "It is Ready at its newest generation, has applied the revision that its source offers, and its source fetches. Then nothing stands in its way.",
  derive: (subject, _read, note) => {
    const { node } = readNode(subject);
    if (node.isBlocked === undefined) return unknownFor(node.reasons);
    for (const { path, seen } of node.places) note?.(path, seen);
    return known(!node.isBlocked);
  },
};

export const kustomizationHealing: FactDeclaration<KustomizationSubject, Healing> = {
  name: "kustomization.healing",
  type: enumFact("FluxHealing", healings),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "What it takes until it is ready, by everything on the way: none (it is), mayHeal (nothing seen needs anybody; it is no promise), needsCommit (a change of what Git declares, or a hand on the cluster: a missing dependency, a circle, a failed Job, a manifest that does not build), needsHand (a hand on the cluster, since no new revision gets there: suspended, a source that may not fetch, pods that wait for their deletion).",
  derive: (subject, _read, note) => {
    const { node, outlook } = readNode(subject);
    noteCauses(outlook, note);
    return tellHealing(node, outlook);
  },
};

export const kustomizationCauses: FactDeclaration<KustomizationSubject, OpenList> = {
  name: "kustomization.causes",
  type: openListFact("kustomization.causes"),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "The last things on each way that are seen to stand in its way, each with what is the matter; proven or derived, never what is merely seen at the same time. Open where something that may stand in the way was not read.",
  derive: (subject, _read, note) => {
    const { outlook } = readNode(subject);
    noteCauses(outlook, note);
    const items = outlook.causes.map(causeText);
    return known({ items, reasons: [...outlook.reasons, ...beyond(outlook, items.length)] });
  },
};

/** `Job/apps/migrate: JobFailed, failed after 3 tries`. */
function causeText({
  object,
  reason,
  detail,
}: Pick<Cause, "object" | "reason" | "detail">): string {
  return `${object}: ${reason}, ${detail}`;
}

function beyond({ hasMore }: Outlook, told: number): readonly UnknownReason[] {
  return hasMore ? [{ code: "Partial", detail: `only ${told} causes are told` }] : [];
}

function noteCauses({ causes }: Outlook, note: Note | undefined): void {
  if (note === undefined) return;
  for (const { places } of causes) for (const { path, seen } of places) note(path, seen);
}

export const kustomizationCoincident: FactDeclaration<KustomizationSubject, OpenList> = {
  name: "kustomization.coincident",
  type: openListFact("kustomization.coincident"),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "While it is not ready: objects that are not current either, and that Flux does not wait for, since they belong to a HelmRelease that is ready. Whatever is the cause, it is not these. Open where objects of such a release were not read.",
  derive: (subject, _read, note) => {
    const { node } = readNode(subject);
    for (const { places } of node.coincident) {
      for (const { path, seen } of places) note?.(path, seen);
    }
    return known({ items: node.coincident.map(causeText), reasons: node.coincidentReasons });
  },
};

export const kustomizationWaitsFor: FactDeclaration<KustomizationSubject, OpenList> = {
  name: "kustomization.waitsFor",
  type: openListFact("kustomization.waitsFor"),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "What directly stands in its way: the first link of each chain, of which `causes` has the last. Open where something that may stand there was not read.",
  derive: (subject, _read, note) => {
    const { node } = readNode(subject);
    const read = node.blockers.filter(({ isUnread }) => isUnread !== true);
    for (const { path, seen } of read.flatMap(({ places }) => places)) note?.(path, seen);
    return known({ items: read.map(causeText), reasons: node.reasons });
  },
};

export const kustomizationAttemptsOverAt: FactDeclaration<KustomizationSubject, Timestamp> = {
  name: "kustomization.attemptsOverAt",
  type: timestampFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: everything,
  doc: "When every attempt in its way is over at the latest, by their own timeouts, whatever it comes to. By when health checks began, plus what they are given, and by `status.history`, plus the interval between attempts and what the next is given. Absent where none is known to be under way: Flux may begin one at any moment, as when its source changes.",
  derive: (subject, _read, note) => {
    const { node, outlook } = readNode(subject);
    if (node.attempt !== undefined && "at" in node.attempt) {
      note?.(node.attempt.place.path, node.attempt.place.seen);
    }
    return tellAttempts(node, outlook);
  },
};

const attemptTimes = ["none", "inWait", "later"] as const;

export const kustomizationAttempts: FactDeclaration<
  KustomizationSubject,
  (typeof attemptTimes)[number]
> = {
  name: "kustomization.attempts",
  type: enumFact("FluxAttempts", attemptTimes),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: everything,
  doc: "By `attemptsOverAt`: none (there is no such instant), inWait (it is at most `waitSeconds` away), later. Unknown once it is past: what came of them was not read.",
  timeDependent: true,
  derive: ({ source, root, ...subject }, read) => {
    const over = read(kustomizationAttemptsOverAt);
    if (over.state === "unknown") return unknownFor(over.reasons);
    if (over.state === "absent") return known("none");
    const { seconds } = over.value;
    const left = seconds - source.evaluatedAt.seconds;
    if (left < 0) {
      const detail = `what came of the attempts in the way of ${subject.namespace}/${subject.name} was not read: they are over by now`;
      return unknownFor([{ code: "NotRead", detail }]);
    }
    const wait = root?.waitSeconds;
    return wait === undefined || left > wait
      ? known("later", wait === undefined ? seconds + 1 : seconds - wait)
      : known("inWait", seconds + 1);
  },
};

export const kustomizationRetryUsefulAt: FactDeclaration<KustomizationSubject, Timestamp> = {
  name: "kustomization.retryUsefulAt",
  type: timestampFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: everything,
  doc: "As `attemptsOverAt`, where waiting may be worth anything: whoever waited in vain finds something else then. Absent where it is ready, where no attempt is under way, and where time alone mends nothing.",
  derive: (subject, _read, note) => {
    const { node, outlook } = readNode(subject);
    if (node.attempt !== undefined && "at" in node.attempt) {
      note?.(node.attempt.place.path, node.attempt.place.seen);
    }
    return tellRetry(node, outlook);
  },
};
