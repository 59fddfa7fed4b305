import { toInt, toUint } from "../numbers/integers.ts";
import type { BinaryOperator, Element, Entry, Expression, Measure, Shape, Span } from "./ast.ts";
import type { ExpressionProblem } from "./expression.ts";
import { SyntaxMistake, syntaxProblem, type Token, tokenize } from "./lexer.ts";
import { DEPTH_MAX, EXPRESSION_LENGTH_MAX, LIST_LITERAL_MAX, NODES_MAX } from "./limits.ts";
import { CelDouble, CelUint, type CelValue } from "./value.ts";

/** Reads an expression; the first mistake ends the reading. */
export function parse(text: string): Expression | ExpressionProblem {
  try {
    if (text.length > EXPRESSION_LENGTH_MAX) {
      const message = `expression is longer than ${EXPRESSION_LENGTH_MAX} code units`;
      return exceedLimit(message, { offset: 0, end: text.length });
    }
    const state: State = { tokens: tokenize(text), position: 0, nesting: 0, nodes: 0 };
    const expression = parseExpression(state);
    if (peek(state).kind !== "end") failExpecting("the end of the expression", peek(state));
    return expression;
  } catch (mistake) {
    if (mistake instanceof SyntaxMistake) return mistake.problem;
    throw mistake;
  }
}

interface State {
  readonly tokens: readonly Token[];
  position: number;
  /** How many expressions are open around the current one. */
  nesting: number;
  nodes: number;
}

const endToken: Token = { kind: "end", text: "", offset: 0, end: 0 };

function peek(state: State): Token {
  return state.tokens[state.position] ?? endToken;
}

function take(state: State): Token {
  const token = peek(state);
  if (token.kind !== "end") state.position++;
  return token;
}

/** Takes a symbol if it comes next. No other token has the text of a symbol. */
function accept(state: State, text: string): boolean {
  if (peek(state).text !== text) return false;
  state.position++;
  return true;
}

/** Takes a symbol that must come next; gives where it ends. */
function expectSymbol(state: State, text: string): number {
  const token = peek(state);
  if (!accept(state, text)) failExpecting(`\`${text}\``, token);
  return token.end;
}

function fail(message: string, span: Span): never {
  throw new SyntaxMistake(syntaxProblem(message, span));
}

function failExpecting(expected: string, token: Token): never {
  const found = token.kind === "end" ? "the end" : `\`${token.text}\``;
  return fail(`expected ${expected}, found ${found}`, token);
}

function exceedLimit(message: string, { offset, end }: Span): never {
  throw new SyntaxMistake({ code: "EXPRESSION_LIMIT", message, offset, end });
}

function make(state: State, shape: Shape, { offset, end }: Span): Expression {
  const below = { depth: 0, weight: 0 };
  addParts(shape, below);
  const depth = 1 + below.depth;
  const span = { offset, end };
  state.nodes++;
  if (depth > DEPTH_MAX) exceedLimit(`expression is nested deeper than ${DEPTH_MAX}`, span);
  if (state.nodes > NODES_MAX) exceedLimit(`expression has more than ${NODES_MAX} parts`, span);
  // A chain of operands is as many operators less one.
  const own = shape.kind === "logic" ? shape.operands.length - 1 : (weights[shape.kind] ?? 1);
  return { ...shape, ...span, depth, weight: below.weight + own };
}

/** What a node costs by itself, in the units of cel-go; 1 where nothing is said. */
const weights: Partial<Record<Shape["kind"], number>> = { literal: 0, list: 10, map: 30 };

/** Adds up the measures of the nodes that are part of something. */
function addParts(part: unknown, below: { depth: number; weight: number }): void {
  if (typeof part !== "object" || part === null) return;
  for (const each of Object.values(part)) {
    if (isMeasured(each)) {
      below.depth = Math.max(below.depth, each.depth);
      below.weight += each.weight;
    } else {
      addParts(each, below);
    }
  }
}

function isMeasured(part: unknown): part is Measure {
  return typeof part === "object" && part !== null && "depth" in part;
}

function spanOf(first: Span, last: Span): Span {
  return { offset: first.offset, end: last.end };
}

function nest(state: State, inner: (state: State) => Expression): Expression {
  state.nesting++;
  if (state.nesting > DEPTH_MAX) {
    exceedLimit(`expression is nested deeper than ${DEPTH_MAX}`, peek(state));
  }
  const expression = inner(state);
  state.nesting--;
  return expression;
}

function parseExpression(state: State): Expression {
  return nest(state, parseConditional);
}

function parseConditional(state: State): Expression {
  const condition = parseOr(state);
  if (!accept(state, "?")) return condition;
  const whenTrue = nest(state, parseOr);
  expectSymbol(state, ":");
  const whenFalse = parseExpression(state);
  const shape: Shape = { kind: "conditional", condition, whenTrue, whenFalse };
  return make(state, shape, spanOf(condition, whenFalse));
}

function parseOr(state: State): Expression {
  return parseChain(state, "||", (inner) =>
    parseChain(inner, "&&", (innermost) => parseBinary(innermost, 0)),
  );
}

/** Operands of `operator`, or just one expression that binds more tightly. */
function parseChain(
  state: State,
  operator: "&&" | "||",
  parseOperand: (state: State) => Expression,
): Expression {
  const first = parseOperand(state);
  const operands = [first];
  while (accept(state, operator)) operands.push(parseOperand(state));
  if (operands.length === 1) return first;
  const last = operands.at(-1) ?? first;
  return make(state, { kind: "logic", operator, operands }, spanOf(first, last));
}

/** Binary operators by how tightly they bind, the loosest first. */
const operatorsByLevel: readonly (readonly BinaryOperator[])[] = [
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

function parseBinary(state: State, level: number): Expression {
  const operators = operatorsByLevel[level];
  if (operators === undefined) return parseUnary(state);
  let left = parseBinary(state, level + 1);
  for (;;) {
    const operator = operators.find((each) => accept(state, each));
    if (operator === undefined) return left;
    const right = parseBinary(state, level + 1);
    left = make(state, { kind: "binary", operator, left, right }, spanOf(left, right));
  }
}

function parseUnary(state: State): Expression {
  const token = peek(state);
  // `-1` is a literal, so that the least int can be written and `-1.f()` is about -1.
  const isSigned = token.text === "-" && state.tokens[state.position + 1]?.kind === "number";
  if (isSigned || (token.text !== "!" && token.text !== "-")) return parseMember(state);
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
      const isOptional = accept(state, "?");
      const index = parseExpression(state);
      const end = expectSymbol(state, "]");
      const shape: Shape = { kind: "index", operand, index, isOptional };
      operand = make(state, shape, { offset: operand.offset, end });
    } else {
      return operand;
    }
  }
}

const keywords: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function parseSelection(state: State, operand: Expression): Expression {
  const isOptional = accept(state, "?");
  const token = peek(state);
  const isName = token.kind === "name" && token.text !== "in" && !keywords.has(token.text);
  if (!isName && token.kind !== "quotedName") failExpecting("a field name", token);
  take(state);
  if (isName && !isOptional && peek(state).text === "(") return parseCall(state, operand, token);
  const field = isName ? token.text : token.text.slice(1, -1);
  const shape: Shape = { kind: "select", operand, field, fieldSpan: token, isOptional };
  return make(state, shape, spanOf(operand, token));
}

function parseCall(state: State, target: Expression | undefined, nameToken: Token): Expression {
  expectSymbol(state, "(");
  const { items: args, end } = parseList(state, ")", parseExpression);
  const shape: Shape = { kind: "call", target, name: nameToken.text, nameSpan: nameToken, args };
  return make(state, shape, { offset: (target ?? nameToken).offset, end });
}

/** Reads what stands between commas up to a closing symbol, and tells where that ends. */
function parseList<T>(
  state: State,
  close: ")" | "]" | "}",
  parseOne: (state: State) => T,
): { readonly items: readonly T[]; readonly end: number } {
  const items: T[] = [];
  const first = peek(state);
  while (peek(state).kind !== "end" && peek(state).text !== close) {
    items.push(parseOne(state));
    if (items.length > LIST_LITERAL_MAX) {
      const span = spanOf(first, peek(state));
      exceedLimit(`list has more than ${LIST_LITERAL_MAX} elements`, span);
    }
    if (!accept(state, ",")) break;
    // A comma may close a list or a map, but not the arguments of a call.
    if (close === ")" && peek(state).text === ")") failExpecting("an argument", peek(state));
  }
  return { items, end: expectSymbol(state, close) };
}

function parsePrimary(state: State): Expression {
  const token = take(state);
  if (token.kind === "number") return makeNumber(state, token.text, token);
  if (token.kind === "string") {
    return make(state, { kind: "literal", value: token.value ?? "" }, token);
  }
  if (token.kind === "name") return parseName(state, token, false);
  switch (token.text) {
    case "(": {
      const inner = parseExpression(state);
      expectSymbol(state, ")");
      return inner;
    }
    case "[": {
      const { items: elements, end } = parseList(state, "]", parseElement);
      return make(state, { kind: "list", elements }, { offset: token.offset, end });
    }
    case "{": {
      const { items: entries, end } = parseList(state, "}", parseEntry);
      return make(state, { kind: "map", entries }, { offset: token.offset, end });
    }
    case "-":
      return makeNumber(state, `-${peek(state).text}`, spanOf(token, take(state)));
    default:
      if (token.text !== "." || peek(state).kind !== "name") failExpecting("an expression", token);
      return parseName(state, take(state), true);
  }
}

function parseElement(state: State): Element {
  const isOptional = accept(state, "?");
  return { value: parseExpression(state), isOptional };
}

function parseEntry(state: State): Entry {
  const { value: key, isOptional } = parseElement(state);
  expectSymbol(state, ":");
  return { key, value: parseExpression(state), isOptional };
}

const reservedWords =
  /^(?:as|break|const|continue|else|for|function|if|import|in|let|loop|package|namespace|return|var|void|while)$/;

function parseName(state: State, token: Token, isAbsolute: boolean): Expression {
  const value = keywords.get(token.text);
  if (value !== undefined && !isAbsolute) return make(state, { kind: "literal", value }, token);
  if (reservedWords.test(token.text)) fail(`\`${token.text}\` is a reserved word`, token);
  if (peek(state).text === "(") return parseCall(state, undefined, token);
  return make(state, { kind: "name", name: token.text, isAbsolute }, token);
}

function makeNumber(state: State, text: string, span: Span): Expression {
  const value = decodeNumber(text);
  if (value === undefined) return fail("number is out of the range of 64 bits", span);
  return make(state, { kind: "literal", value }, span);
}

/** Reads an int, uint or double as written; undefined when it is out of range. */
function decodeNumber(text: string): CelValue | undefined {
  const isNegative = text.startsWith("-");
  const isHex = /^-?0[xX]/.test(text);
  if (!isHex && /[.eE]/.test(text)) return new CelDouble(Number(text));
  const magnitude = BigInt(text.replace(/^-|[uU]$/g, ""));
  if (!/[uU]$/.test(text)) return toInt(isNegative ? -magnitude : magnitude);
  const uint = isNegative ? undefined : toUint(magnitude);
  return uint === undefined ? undefined : new CelUint(uint);
}
