import { CST, Lexer } from "yaml";
import type { LineIndex, TextRange } from "./line-index.ts";
import type { SourceComment } from "./source-document.ts";

/** Every comment that begins in `range`, in order. A `#` inside quotes, plain text or a block scalar is none. */
export function commentsOf(
  text: string,
  lines: LineIndex,
  range: TextRange,
): readonly SourceComment[] {
  const comments: SourceComment[] = [];
  let offset = 0;
  let isScalarNext = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (isMark(lexeme)) {
      isScalarNext = lexeme === CST.SCALAR;
      continue;
    }
    const isComment = !isScalarNext && lexeme.startsWith("#");
    if (isComment && offset >= range.start && offset < range.end) {
      const { line } = lines.positionOf(offset);
      comments.push({ line, text: lexeme.slice(1).replace(/\r$/, "") });
    }
    isScalarNext = false;
    offset += lexeme.length;
  }
  return comments;
}

/** Lexemes that tell the parser something and stand for no text. */
function isMark(lexeme: string): boolean {
  return lexeme === CST.SCALAR || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END;
}
