import { TRUE } from "../../cel/truth.ts";
import type { MissingFact, NodeDecision, PossibleOutcome } from "../decision.ts";
import type { FactCause } from "../facts/fact.ts";
import { eachOnce } from "../facts/known.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import { isAboutNodes, type NodeSubject } from "../facts/subject.ts";
import type { Outcome } from "../policy.ts";
import { evaluateCondition } from "../rules/condition.ts";
import { evaluateFirst } from "../rules/evaluate-first.ts";
import { bindPolicy } from "../rules/policy-bindings.ts";
import type { FirstResult, Possibility } from "../rules/rule-result.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import type { Judged } from "../subjects.ts";
import { explainNode } from "./explain-node.ts";
import { missingFacts } from "./explain-rule.ts";
import { type Part, ruleName } from "./node-part.ts";
import {
  actionOf,
  failedToDo,
  isDisruptive,
  isFailed,
  isHeld,
  isRefused,
  joinPossible,
  obligationsOf,
  type ToDo,
  toDoOf,
  wantedOf,
} from "./to-do.ts";

/** One node's decision with what verdicts and the plan need to know of it. */
export interface DecidedNode {
  readonly decision: NodeDecision;
  readonly possible: ReadonlySet<ToDo>;
  /** What it is to be done: decided, or what may be done meanwhile. Undefined: held until more is known. */
  readonly toDo: ToDo | undefined;
}

/** Unites what every policy says of a node and of every credential of it into one decision a node. */
export function decideNodes({ first }: PolicyResults): readonly DecidedNode[] {
  const byNode = new Map<string, Part[]>();
  for (const result of first.filter(({ policy }) => isAboutNodes(policy.subject))) {
    const part = partOf(result, result.judged);
    const parts = byNode.get(result.judged.name);
    if (parts === undefined) byNode.set(result.judged.name, [part]);
    else parts.push(part);
  }
  return [...byNode.values()].map(decideNode);
}

function partOf(result: FirstResult, judged: Judged<NodeSubject>): Part {
  const possible = new Set(result.possible.map((way) => toDoOfWay(result, judged, way)));
  if (result.decided !== undefined) {
    return { result, judged, possible, toDo: toDoOfWay(result, judged, result.decided) };
  }
  const toDo =
    result.meanwhile === undefined
      ? undefined
      : toDoOfOutcome(result, judged, result.meanwhile.outcome);
  return { result, judged, possible, toDo };
}

function toDoOfWay(result: FirstResult, judged: Judged<NodeSubject>, way: Possibility): ToDo {
  return way.outcome === undefined ? failedToDo : toDoOfOutcome(result, judged, way.outcome);
}

function toDoOfOutcome(result: FirstResult, judged: Judged<NodeSubject>, outcome: Outcome): ToDo {
  const { patchUnless } = outcome;
  if (patchUnless === undefined) return toDoOf(outcome, false);
  const unless = evaluateCondition(patchUnless, bindPolicy(result.policy, judged.reader));
  return toDoOf(outcome, unless.may !== TRUE);
}

function decideNode(parts: readonly Part[]): DecidedNode {
  const possible = parts.map((part) => part.possible).reduce(joinPossible);
  const toDo = settledToDo(parts, possible);
  const decision = toDo === undefined ? undecided(parts, possible) : settled(parts, possible, toDo);
  return { decision, possible, toDo };
}

/**
 * What is to be done with the node as a whole: one node, one decision. A refusal settles it whatever
 * the rest; a part that is open and says nothing for the meantime holds all of it.
 */
function settledToDo(parts: readonly Part[], possible: ReadonlySet<ToDo>): ToDo | undefined {
  const ways = [...possible];
  const [only] = ways;
  if (only !== undefined && ways.every(isRefused)) return ways.reduce((a, b) => a | b);
  if (only !== undefined && ways.length === 1 && (!isDisruptive(only) || parts.every(isDecided)))
    return only;
  if (parts.some((part) => part.toDo === undefined)) return undefined;
  return parts.reduce((all, part) => all | (part.toDo ?? 0), 0);
}

function isDecided(part: Part): boolean {
  return part.result.decided !== undefined;
}

function settled(parts: readonly Part[], possible: ReadonlySet<ToDo>, toDo: ToDo): NodeDecision {
  const leading = leadingPart(parts, toDo);
  const isOpen = parts.some((part) => !isDecided(part)) && possible.size > 1;
  return {
    ...identityOf(leading),
    action: actionOf(toDo),
    obligations: isHeld(toDo) ? [] : obligationsOf(toDo),
    wanted: wantedOf(wantedToDo(parts, toDo)),
    ...(isRefused(toDo)
      ? { blocked: "refused" as const }
      : isFailed(toDo)
        ? { blocked: "error" as const }
        : {}),
    ...explainNode(leading, parts),
    rules: parts.flatMap(ruleNamesOf),
    ...(isOpen ? openQuestions(parts) : {}),
  };
}

/** What would be wanted without the holds: a held part is asked again without the rules that hold it. */
function wantedToDo(parts: readonly Part[], toDo: ToDo): ToDo {
  if (!isHeld(toDo)) return toDo;
  return parts.reduce((all, part) => all | unheldToDo(part), 0);
}

function unheldToDo({ result, judged }: Part): ToDo {
  const rules = result.policy.rules.filter(
    ({ outcome: { blocked, wait } }) => blocked === undefined && wait === undefined,
  );
  const { possible } = evaluateFirst(
    { ...result.policy, rules, otherwise: undefined },
    judged.reader,
  );
  return possible.reduce((all, way) => all | toDoOfWay(result, judged, way), 0);
}

/** The part that the node's action comes from: its reason is the one told, of several a credential's. */
function leadingPart(parts: readonly Part[], toDo: ToDo): Part {
  const action = actionOf(toDo);
  const asking = parts.filter(({ toDo: own }) => own !== undefined && actionOf(own) === action);
  const leading =
    asking.find(({ judged }) => judged.kind === "nodeCredential") ?? asking[0] ?? parts[0];
  if (leading === undefined) throw new RangeError("a node without results is not decided");
  return leading;
}

function undecided(parts: readonly Part[], possible: ReadonlySet<ToDo>): NodeDecision {
  const open = parts.find((part) => part.toDo === undefined) ?? parts[0];
  if (open === undefined) throw new RangeError("a node without results is not decided");
  const questions = openQuestions(parts);
  return {
    ...identityOf(open),
    action: "blocked",
    obligations: [],
    wanted: wantedOf([...possible].reduce((a, b) => a | b, 0)),
    blocked: "unknown",
    reason: "Undecided",
    message: `not decided while ${namesOf(questions.missing)} ${questions.missing.length === 1 ? "is" : "are"} not known`,
    rules: parts.flatMap(ruleNamesOf),
    ...questions,
    evidence: [],
  };
}

function namesOf(missing: readonly MissingFact[]): string {
  return missing.map(({ fact }) => `\`${fact}\``).join(", ");
}

function openQuestions(parts: readonly Part[]): {
  readonly possible: readonly PossibleOutcome[];
  readonly missing: readonly MissingFact[];
} {
  const open = parts.filter((part) => !isDecided(part));
  const missing: FactCause[] = [];
  for (const cause of open.flatMap((part) => part.result.missing)) {
    const at = missing.findIndex(({ name }) => name === cause.name);
    const earlier = missing[at];
    // One fact of several credentials may be missing for reasons of its own in each.
    if (earlier === undefined) missing.push(cause);
    else missing[at] = { ...earlier, reasons: eachOnce([...earlier.reasons, ...cause.reasons]) };
  }
  return { possible: open.flatMap(possibleOf), missing: missingFacts(missing) };
}

function possibleOf(part: Part): readonly PossibleOutcome[] {
  const { result, judged } = part;
  return result.possible.map((way) => {
    const rule = `${result.policy.name}/${way.rule.name}`;
    return way.outcome === undefined
      ? { rule, reason: "RuleFailed", action: "blocked", error: way.error.message }
      : { rule, reason: way.outcome.reason, action: actionOf(toDoOfWay(result, judged, way)) };
  });
}

function identityOf(part: Part): Pick<NodeDecision, "name" | "uid" | "role"> {
  const { subject } = part.judged;
  const { node } = subject;
  return {
    name: node.metadata.name,
    uid: node.metadata.uid ?? "",
    role: isControlPlane(subject) ? "control-plane" : "worker",
  };
}

/** The rule that decided; none while nothing did. */
function ruleNamesOf(part: Part): readonly string[] {
  const { decided, meanwhile, policy } = part.result;
  if (decided !== undefined) return [ruleName(part, decided.rule)];
  return meanwhile === undefined ? [] : [`${policy.name}/whenUnknown`];
}
