import {
  Composer,
  type CST,
  type Document,
  type ErrorCode,
  Lexer,
  Parser,
  type YAMLError,
} from "yaml";
import {
  DEPTH_MAX,
  DOCUMENTS_PER_FILE_MAX,
  PROBLEMS_PER_FILE_MAX,
  YAML_TEXT_LENGTH_MAX,
  YAML_TOKENS_MAX,
} from "./limits.ts";
import type { LineIndex } from "./line-index.ts";
import type { Problem } from "./problem.ts";
import { duplicateKey, notJson, tooDeep, tooManyDocuments } from "./text-problems.ts";

/** The documents of a text as the YAML package composes them, with every syntax mistake. */
export interface ComposedText {
  readonly documents: readonly Document.Parsed[];
  readonly problems: readonly Problem[];
}

/**
 * Open constructs at which reading stops, so that hostile nesting never reaches the composer, which recurses. It
 * lies above the limit, since a construct may open two of them for one level.
 */
const OPEN_CONSTRUCTS_MAX = 3 * DEPTH_MAX;

// YAML 1.2 core whatever a directive says. Keys are compared by us: the package compares each with each.
const composerOptions = {
  schema: "core",
  version: "1.2",
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
} as const;

export interface ComposeOptions {
  /** Whether scalars remember their tokens, which only exact positions need. */
  readonly keepSourceTokens?: boolean;
  readonly tokensMax?: number;
  readonly lengthMax?: number;
}

/** Composes a text up to its limits. It never throws. */
export function composeYaml(
  text: string,
  lines: LineIndex,
  { lengthMax = YAML_TEXT_LENGTH_MAX, ...options }: ComposeOptions = {},
): ComposedText {
  return text.length > lengthMax
    ? { documents: [], problems: [tooLong(lines, lengthMax)] }
    : composeBounded(text, lines, options);
}

function composeBounded(
  text: string,
  lines: LineIndex,
  { keepSourceTokens = false, tokensMax = YAML_TOKENS_MAX }: ComposeOptions,
): ComposedText {
  const parser = new Parser();
  const composer = new Composer({ ...composerOptions, keepSourceTokens });
  const documents: Document.Parsed[] = [];
  const limits: Problem[] = [];
  try {
    const tokens = tokensOf(
      text,
      parser,
      (offset) => {
        limits.push(tooManyTokens(lines, offset, tokensMax));
      },
      tokensMax,
    );
    for (const document of composer.compose(tokens)) {
      if (documents.length === DOCUMENTS_PER_FILE_MAX) {
        limits.push(tooManyDocuments(lines.positionOf(document.range[0])));
        break;
      }
      documents.push(document);
    }
  } catch {
    // The package promises not to throw; if it does, that is one more text it cannot read.
    limits.push(unreadable(lines, parser.offset));
  }
  if (isTooDeep(parser)) limits.push(tooDeep(lines.positionOf(parser.offset)));
  // Mistakes in a text without any document stay with the composer.
  const stray = documents.length === 0 ? composer.streamInfo() : undefined;
  const problems = [stray, ...documents].flatMap((part) =>
    (part?.errors ?? [])
      .slice(0, PROBLEMS_PER_FILE_MAX)
      .map((error) => syntaxProblem(error, lines)),
  );
  return { documents, problems: [...problems, ...limits] };
}

/** The tokens of a text; they end early where they, or the mistakes in them, are too many or nest too deep. */
function* tokensOf(
  text: string,
  parser: Parser,
  onTooMany: (offset: number) => void,
  tokensMax: number,
): Generator<CST.Token, void> {
  let count = 0;
  let errorCount = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count++;
    if (count > tokensMax) {
      onTooMany(parser.offset);
      return;
    }
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") errorCount++;
      yield token;
    }
    // Each mistake costs the package a stack trace, and nobody reads more of them than are told.
    if (errorCount > PROBLEMS_PER_FILE_MAX) return;
    if (isTooDeep(parser)) return;
  }
  yield* parser.end();
}

function isTooDeep(parser: Parser): boolean {
  return parser.stack.length > OPEN_CONSTRUCTS_MAX;
}

function tooLong(lines: LineIndex, max: number): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `the YAML is longer than ${max} characters`,
    position: lines.positionOf(0),
    help: "give it as JSON (`-o json`), which has no such limit",
  };
}

function tooManyTokens(lines: LineIndex, offset: number, max: number): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `more than ${max} tokens of YAML`,
    position: lines.positionOf(offset),
    help: "give it as JSON, which has no such limit; what begins like JSON and is read as YAML is not valid JSON",
  };
}

function unreadable(lines: LineIndex, offset: number): Problem {
  return {
    code: "INPUT_SYNTAX",
    message: "not readable as YAML",
    position: lines.positionOf(offset),
  };
}

/** The package's own messages quote the text, which may be a secret; these do not. */
const syntaxMessages: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "an alias cannot have an anchor or a tag",
  BAD_ALIAS: "not a valid alias or anchor name",
  BAD_COLLECTION_TYPE: "this tag does not fit a list or map of this kind",
  BAD_DIRECTIVE: "not a valid directive",
  BAD_DQ_ESCAPE: "not a valid escape sequence in double quotes",
  BAD_INDENT: "wrong indentation",
  BAD_PROP_ORDER: "anchors and tags belong behind the indicator",
  BAD_SCALAR_START: "plain text cannot start with this character",
  BLOCK_AS_IMPLICIT_KEY: "a block list or map cannot be a key",
  BLOCK_IN_FLOW: "block notation cannot stand inside brackets",
  DUPLICATE_KEY: "this key occurs twice in one map",
  IMPOSSIBLE: "not readable as YAML",
  KEY_OVER_1024_CHARS: "the colon of a key must come within 1024 characters",
  MISSING_CHAR: "a character is missing here, such as a quote, bracket, comma or colon",
  MULTILINE_IMPLICIT_KEY: "a key must stand on one line",
  MULTIPLE_ANCHORS: "a value can have one anchor only",
  MULTIPLE_DOCS: "more than one document",
  MULTIPLE_TAGS: "a value can have one tag only",
  NON_STRING_KEY: "a key must be a text",
  RESOURCE_EXHAUSTION: "too complex to read",
  TAB_AS_INDENT: "tabs cannot indent",
  TAG_RESOLVE_FAILED: "the value does not fit its tag",
  UNEXPECTED_TOKEN: "this is out of place here",
};

function syntaxProblem({ code, pos }: YAMLError, lines: LineIndex): Problem {
  const position = lines.positionOf(pos[0]);
  if (code === "DUPLICATE_KEY") return duplicateKey(position);
  if (code === "TAG_RESOLVE_FAILED") return notJson(position, syntaxMessages[code]);
  return { code: "INPUT_SYNTAX", message: syntaxMessages[code], position };
}
