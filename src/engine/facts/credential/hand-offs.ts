import type { ProfileCredential } from "../../../profile/profile.ts";
import type { HandOffRecord } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import type { FactSource } from "../subject.ts";
import type { DeclarationHistory } from "./declaration-history.ts";
import { type HandOffDocument, readHandOffDocument } from "./hand-off-document.ts";

/** What one hand-off in the snapshot's `proofs` is worth for one credential. */
export type HandOffReading =
  | { readonly state: "accepted"; readonly at: number; readonly document: HandOffDocument }
  | { readonly state: "rejected"; readonly at: number; readonly problem: string }
  /** Its shape is right; whether its revision is the declared credential's is not known. */
  | {
      readonly state: "undecided";
      readonly at: number;
      readonly document: HandOffDocument;
      readonly reasons: readonly UnknownReason[];
    };

export interface HandOffs {
  /** Hand-offs of other credentials of the profile are left out. */
  readonly readings: readonly HandOffReading[];
  /** Why there may be further ones; empty: these are all that were handed in. */
  readonly open: readonly UnknownReason[];
}

export const handOffCure = "-f the hand-off of the stage pass";

/** Hand-offs are input: none in the snapshot and no gap means that none was handed in. */
export function readHandOffs(
  source: FactSource,
  credential: ProfileCredential,
  history: DeclarationHistory,
): HandOffs {
  const { proofs = [] } = source.snapshot;
  const gaps = gapsOf(source).within("proofs");
  const others = new Set(
    source.profile.spec.credentials
      ?.map(({ name }) => name)
      .filter((name) => name !== credential.name),
  );
  return {
    readings: proofs.flatMap((record, at) => {
      const reading = readOne(record, at, {
        name: credential.name,
        others,
        history,
      });
      return reading === undefined ? [] : [reading];
    }),
    open:
      gaps.length === 0
        ? []
        : missingReasons(gaps, { detail: "hand-offs not all read", cure: handOffCure }),
  };
}

function readOne(
  record: HandOffRecord,
  at: number,
  credential: {
    readonly name: string;
    readonly others: ReadonlySet<string>;
    readonly history: DeclarationHistory;
  },
): HandOffReading | undefined {
  const document = readHandOffDocument(record);
  if (typeof document === "string") return { state: "rejected", at, problem: document };
  if (document.credential !== undefined && document.credential !== credential.name) {
    if (credential.others.has(document.credential)) return undefined;
    return {
      state: "rejected",
      at,
      problem: "it is for a credential that the profile does not name",
    };
  }
  const isDeclared = credential.history.isDeclared(document.revision);
  if (isDeclared.state === "unknown") {
    return { state: "undecided", at, document, reasons: isDeclared.reasons };
  }
  return isDeclared.value
    ? { state: "accepted", at, document }
    : {
        state: "rejected",
        at,
        problem: "it is for another credential revision than the declared one",
      };
}

/** One sentence on an ignored hand-off, for people. */
export function rejectionText({
  at,
  problem,
}: {
  readonly at: number;
  readonly problem: string;
}): string {
  return `hand-off ${at + 1} is ignored: ${problem}`;
}
