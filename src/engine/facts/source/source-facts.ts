import type { AnyFact } from "../fact.ts";
import type { SourceSubject } from "../subject.ts";
import { sourceName } from "./source-name.ts";
import { sourceVerification } from "./source-verification.ts";
import { sourceVerified } from "./source-verified.ts";
import { sourceWriterOutcome, sourceWriterSuppressed, sourceWrittenBy } from "./source-writer.ts";

/** What policies about verified sources may read. */
export const sourceFacts: readonly AnyFact<SourceSubject>[] = [
  sourceName,
  sourceVerification,
  sourceVerified,
  sourceWrittenBy,
  sourceWriterOutcome,
  sourceWriterSuppressed,
];
