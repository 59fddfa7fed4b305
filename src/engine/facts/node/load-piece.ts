import type { Note, ReadFact, UnknownReason } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";

/**
 * What a piece of evidence says about the loaded credential: one value; nothing, and more reading would not
 * make it speak; or it cannot be said, as something it rests on was not read. Contested: it says changed, unless
 * something takes that back of which too little was recorded; that shows no change, and lets nothing pass for same.
 */
export type Testimony = "same" | "changed" | "contested" | "nothing" | "unknown";

/** One piece of evidence on what the runtime works with. Each is sound by itself; together they narrow. */
export interface LoadPiece {
  /** What it says, in words for people. */
  readonly words: Readonly<Partial<Record<"same" | "changed" | "contested", string>>>;
  /** Notes what it rests on if it says something. */
  readonly judge: (
    subject: NodeCredentialSubject,
    read: ReadFact<NodeCredentialSubject>,
    note: Note | undefined,
  ) => Testimony;
  /** Why it does not speak, and what would make it. Asked only when nothing speaks. */
  readonly lacks: (
    subject: NodeCredentialSubject,
    read: ReadFact<NodeCredentialSubject>,
  ) => readonly UnknownReason[];
}
