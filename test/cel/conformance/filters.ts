import type { ProtoType, SimpleTest } from "./simple-test.ts";

/** A reason why a test cannot be asked of this core. */
export interface Filter {
  readonly reason: string;
  /** What about the test asks for more than the language of this core. */
  readonly applies: (test: SimpleTest) => boolean;
}

// Spaces and comments may stand between any two tokens.
const gap = String.raw`(?:\s|//[^\n]*\n)*`;
const messageName = [
  "(?:Nested)?TestAllTypes",
  ["google", "protobuf", String.raw`\w+`].join(`${gap}\\.${gap}`),
].join("|");
const messageLiteral = new RegExp(`\\b(?:${messageName})${gap}\\{`);

/** Timestamps and spans have the names of messages, but are types of CEL itself. */
const coreMessages: ReadonlySet<string> = new Set([
  "google.protobuf.Timestamp",
  "google.protobuf.Duration",
]);

function isForeignMessage({ messageType }: ProtoType): boolean {
  return messageType !== undefined && !coreMessages.has(messageType);
}

/**
 * Every reason, in order: a test counts under the first that applies. A test that needs something which is
 * missing here and in the core (an enum, a wrapper type) is not filtered: it fails.
 */
export const filters: readonly Filter[] = [
  {
    reason: "message literal",
    applies: ({ expr }) => messageLiteral.test(expr),
  },
  {
    reason: "message variable",
    applies: ({ typeEnv = [] }) =>
      typeEnv.some(({ ident }) => ident && isForeignMessage(ident.type)),
  },
  {
    reason: "string.format",
    applies: ({ expr }) => /\.format\(/.test(expr),
  },
];

/** Why a test is not run; undefined if it is. */
export function filterReasonOf(test: SimpleTest): string | undefined {
  return filters.find((filter) => filter.applies(test))?.reason;
}
