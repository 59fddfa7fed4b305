import type { BinaryOperator, Expression, Shape, Span } from "./ast.ts";
import type { ExpressionProblem } from "./expression.ts";
import { syntaxProblem, type Token, tokenize } from "./lexer.ts";
import { DEPTH_MAX, EXPRESSION_LENGTH_MAX, LIST_LITERAL_MAX, NODES_MAX } from "./limits.ts";
import { decodeNumber } from "./literals.ts";

/** Reads an expression; the first mistake ends the reading. */
export function parse(text: string): Expression | ExpressionProblem {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    const message = `expression is longer than ${EXPRESSION_LENGTH_MAX} code units`;
    return limitProblem(message, { offset: 0, end: text.length });
  }
  const tokens = tokenize(text);
  if ("code" in tokens) return tokens;
  const state: State = { tokens, position: 0, nesting: 0, nodes: 0, problem: undefined };
  const expression = parseExpression(state);
  if (peek(state).kind !== "end") failExpecting(state, "the end of the expression");
  return state.problem ?? expression;
}

interface State {
  readonly tokens: readonly Token[];
  position: number;
  /** How many expressions are open around the current one. */
  nesting: number;
  nodes: number;
  /** The first mistake. From then on only the end token is seen, so that every loop comes to its end. */
  problem: ExpressionProblem | undefined;
}

const endToken: Token = { kind: "end", text: "", offset: 0, end: 0 };

/** Binary operators by how tightly they bind, the loosest first. */
const operatorsByLevel: readonly (readonly BinaryOperator[])[] = [
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

const reservedWords =
  /^(?:as|break|const|continue|else|for|function|if|import|in|let|loop|package|namespace|return|var|void|while)$/;

function limitProblem(message: string, { offset, end }: Span): ExpressionProblem {
  return { code: "EXPRESSION_LIMIT", message, offset, end };
}

function peek(state: State): Token {
  return state.tokens[state.position] ?? endToken;
}

function take(state: State): Token {
  const token = peek(state);
  if (token.kind !== "end") state.position++;
  return token;
}

function accept(state: State, text: string): boolean {
  const token = peek(state);
  if (token.kind !== "symbol" || token.text !== text) return false;
  state.position++;
  return true;
}

/** Takes a symbol that must come next; gives where it ends. */
function expectSymbol(state: State, text: string): number {
  const { end } = peek(state);
  if (!accept(state, text)) failExpecting(state, `\`${text}\``);
  return end;
}

function fail(state: State, problem: ExpressionProblem): void {
  state.problem ??= problem;
  state.position = state.tokens.length - 1;
}

function failExpecting(state: State, expected: string): void {
  const token = peek(state);
  const found = token.kind === "end" ? "the end" : `\`${token.text}\``;
  fail(state, syntaxProblem(`expected ${expected}, found ${found}`, token));
}

function make(state: State, shape: Shape, { offset, end }: Span): Expression {
  const depth = 1 + depthBelow(Object.values(shape));
  const span = { offset, end };
  state.nodes++;
  if (depth > DEPTH_MAX) {
    fail(state, limitProblem(`expression is nested deeper than ${DEPTH_MAX}`, span));
  } else if (state.nodes > NODES_MAX) {
    fail(state, limitProblem(`expression has more than ${NODES_MAX} parts`, span));
  }
  return { ...shape, offset, end, depth };
}

/** The depth of the deepest node among the parts of a shape. */
function depthBelow(parts: readonly unknown[]): number {
  return parts.reduce<number>((most, part) => Math.max(most, depthOf(part)), 0);
}

function depthOf(part: unknown): number {
  if (Array.isArray(part)) return depthBelow(part);
  const isNode = typeof part === "object" && part !== null && "depth" in part;
  return isNode ? Number(part.depth) : 0;
}

function spanOf(first: Span, last: Span): Span {
  return { offset: first.offset, end: last.end };
}

function nest(state: State, inner: (state: State) => Expression): Expression {
  state.nesting++;
  if (state.nesting > DEPTH_MAX) {
    fail(state, limitProblem(`expression is nested deeper than ${DEPTH_MAX}`, peek(state)));
  }
  const expression = inner(state);
  state.nesting--;
  return expression;
}

function parseExpression(state: State): Expression {
  return nest(state, parseConditional);
}

function parseConditional(state: State): Expression {
  const condition = parseChain(state, "||");
  if (!accept(state, "?")) return condition;
  const whenTrue = nest(state, (inner) => parseChain(inner, "||"));
  expectSymbol(state, ":");
  const whenFalse = parseExpression(state);
  const shape: Shape = { kind: "conditional", condition, whenTrue, whenFalse };
  return make(state, shape, spanOf(condition, whenFalse));
}

/** Operands of `operator`, or just one expression that binds more tightly. */
function parseChain(state: State, operator: "&&" | "||"): Expression {
  const parseOperand = (): Expression =>
    operator === "||" ? parseChain(state, "&&") : parseBinary(state, 0);
  const first = parseOperand();
  const operands = [first];
  while (accept(state, operator)) operands.push(parseOperand());
  if (operands.length === 1) return first;
  const last = operands.at(-1) ?? first;
  return make(state, { kind: "logic", operator, operands }, spanOf(first, last));
}

function parseBinary(state: State, level: number): Expression {
  const operators = operatorsByLevel[level];
  if (operators === undefined) return parseUnary(state);
  let left = parseBinary(state, level + 1);
  for (;;) {
    const { kind, text } = peek(state);
    const operator = operators.find((each) => each === text);
    if (operator === undefined || kind === "string") return left;
    take(state);
    const right = parseBinary(state, level + 1);
    left = make(state, { kind: "binary", operator, left, right }, spanOf(left, right));
  }
}

function parseUnary(state: State): Expression {
  const token = peek(state);
  if (token.kind !== "symbol" || (token.text !== "!" && token.text !== "-")) {
    return parseMember(state);
  }
  // `-1` is a literal, so that the least int can be written and `-1.f()` is about -1.
  if (token.text === "-" && state.tokens[state.position + 1]?.kind === "number") {
    return parseMember(state);
  }
  const operator = token.text;
  take(state);
  const operand = nest(state, parseUnary);
  return make(state, { kind: "unary", operator, operand }, spanOf(token, operand));
}

function parseMember(state: State): Expression {
  let operand = parsePrimary(state);
  for (;;) {
    if (accept(state, ".")) {
      operand = parseSelection(state, operand);
    } else if (accept(state, "[")) {
      const index = parseExpression(state);
      const end = expectSymbol(state, "]");
      operand = make(state, { kind: "index", operand, index }, { offset: operand.offset, end });
    } else {
      return operand;
    }
  }
}

function parseSelection(state: State, operand: Expression): Expression {
  const token = peek(state);
  if (!isSelector(token)) {
    failExpecting(state, "a field name");
    return operand;
  }
  take(state);
  if (token.kind === "name" && peek(state).text === "(") {
    return parseCall(state, operand, token);
  }
  const field = token.kind === "quotedName" ? token.text.slice(1, -1) : token.text;
  const shape: Shape = { kind: "select", operand, field, fieldSpan: token };
  return make(state, shape, spanOf(operand, token));
}

function isSelector({ kind, text }: Token): boolean {
  if (kind === "quotedName") return true;
  return kind === "name" && text !== "in" && text !== "true" && text !== "false" && text !== "null";
}

function parseCall(state: State, target: Expression | undefined, nameToken: Token): Expression {
  expectSymbol(state, "(");
  const args = parseList(state, ")", parseExpression);
  const end = expectSymbol(state, ")");
  const shape: Shape = { kind: "call", target, name: nameToken.text, nameSpan: nameToken, args };
  return make(state, shape, { offset: (target ?? nameToken).offset, end });
}

/** Reads what stands between commas up to a closing symbol, which is left to be taken. */
function parseList<T>(state: State, close: ")" | "]" | "}", parseOne: (state: State) => T): T[] {
  const items: T[] = [];
  const first = peek(state);
  while (peek(state).kind !== "end" && peek(state).text !== close) {
    items.push(parseOne(state));
    if (items.length > LIST_LITERAL_MAX) {
      const message = `list has more than ${LIST_LITERAL_MAX} elements`;
      fail(state, limitProblem(message, spanOf(first, peek(state))));
    }
    if (!accept(state, ",")) break;
    // A comma may close a list or a map, but not the arguments of a call.
    if (close === ")" && peek(state).text === ")") failExpecting(state, "an argument");
  }
  return items;
}

function parsePrimary(state: State): Expression {
  const token = take(state);
  switch (token.kind) {
    case "number":
      return parseNumber(state, token, "");
    case "string":
      return make(state, { kind: "literal", value: token.value ?? "" }, token);
    case "name":
      return parseName(state, token, false);
    case "symbol":
      return parseSymbol(state, token);
    case "quotedName":
    case "end":
      return failPrimary(state, token);
  }
}

function failPrimary(state: State, token: Token): Expression {
  if (token.kind !== "end") state.position--;
  failExpecting(state, "an expression");
  return { kind: "literal", value: null, offset: token.offset, end: token.end, depth: 1 };
}

function parseNumber(state: State, token: Token, sign: "" | "-"): Expression {
  const offset = sign === "" ? token.offset : (state.tokens[state.position - 2] ?? token).offset;
  const span = { offset, end: token.end };
  const value = decodeNumber(token.text, sign);
  if (value === undefined)
    fail(state, syntaxProblem("number is out of the range of 64 bits", span));
  return make(state, { kind: "literal", value: value ?? 0 }, span);
}

const keywordValues: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function parseName(state: State, token: Token, isAbsolute: boolean): Expression {
  const value = keywordValues.get(token.text);
  if (value !== undefined && !isAbsolute) return make(state, { kind: "literal", value }, token);
  if (reservedWords.test(token.text)) {
    state.position--;
    fail(state, syntaxProblem(`\`${token.text}\` is a reserved word`, token));
  }
  if (peek(state).text === "(" && peek(state).kind === "symbol") {
    return parseCall(state, undefined, token);
  }
  return make(state, { kind: "name", name: token.text, isAbsolute }, token);
}

function parseSymbol(state: State, token: Token): Expression {
  switch (token.text) {
    case "(": {
      const inner = parseExpression(state);
      expectSymbol(state, ")");
      return inner;
    }
    case "[": {
      const elements = parseList(state, "]", parseExpression);
      const end = expectSymbol(state, "]");
      return make(state, { kind: "list", elements }, { offset: token.offset, end });
    }
    case "{": {
      const entries = parseList(state, "}", parseEntry);
      const end = expectSymbol(state, "}");
      return make(state, { kind: "map", entries }, { offset: token.offset, end });
    }
    case "-":
      return parseNumber(state, take(state), "-");
    case ".":
      if (peek(state).kind === "name") return parseName(state, take(state), true);
      return failPrimary(state, token);
    default:
      return failPrimary(state, token);
  }
}

function parseEntry(state: State): readonly [Expression, Expression] {
  const key = parseExpression(state);
  expectSymbol(state, ":");
  return [key, parseExpression(state)];
}
