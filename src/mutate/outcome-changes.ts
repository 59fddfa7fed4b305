import { valueAt } from "../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue, member } from "../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { changedDocument } from "./changed-document.ts";
import type { Change, MutatedPart } from "./mutant.ts";
import { shownValue } from "./shown-value.ts";

interface PlacedOutcome {
  readonly part: MutatedPart;
  readonly path: ValuePath;
  readonly outcome: JsonObject;
  /** Of `otherwise`, what stands beside the outcome. */
  readonly beside: JsonObject;
}

/** Each outcome as another of the policy, and without what it denies, one intent at a time. */
export function outcomeChanges(document: SourceDocument): readonly Change[] {
  const outcomes = outcomesOf(document.value);
  return outcomes.flatMap((each, index) => [
    ...otherOutcome(document, each, [...outcomes.slice(index + 1), ...outcomes.slice(0, index)]),
    ...deniesDropped(document, each),
  ]);
}

function outcomesOf(policy: JsonValue): readonly PlacedOutcome[] {
  const listed = (["rules", "whenUnknown"] as const).flatMap((key) => {
    const items = valueAt(policy, ["spec", key]);
    return (isList(items) ? items : []).flatMap((item, index): readonly PlacedOutcome[] => {
      const outcome = member(item, "outcome");
      if (!isObject(outcome)) return [];
      const path = ["spec", key, `${index}`, "outcome"];
      const name = member(item, "name");
      const part: MutatedPart =
        key === "rules"
          ? { type: "rule", name: typeof name === "string" ? name : "" }
          : { type: "whenUnknown", name: `${index + 1}` };
      return [{ part, path, outcome, beside: {} }];
    });
  });
  const otherwise = valueAt(policy, ["spec", "otherwise"]);
  if (!isObject(otherwise)) return listed;
  const { message, ...outcome } = otherwise;
  const beside: JsonObject = message === undefined ? {} : { message };
  const part: MutatedPart = { type: "otherwise", name: "otherwise" };
  return [...listed, { part, path: ["spec", "otherwise"], outcome, beside }];
}

/** The next outcome that asks for something else; where all ask for the same, the next with another reason. */
function otherOutcome(
  document: SourceDocument,
  { part, path, outcome, beside }: PlacedOutcome,
  others: readonly PlacedOutcome[],
): readonly Change[] {
  const isMild = part.type === "otherwise";
  const allowed = others.filter((each) => !isMild || !isDisruptive(each.outcome));
  const other =
    allowed.find((each) => asked(each.outcome) !== asked(outcome)) ??
    allowed.find((each) => shownValue(each.outcome) !== shownValue(outcome));
  if (other === undefined) return [];
  const where = part.type === "rule" ? `that fires \`${part.name}\`` : "in which this decides";
  return [
    {
      kind: "outcome",
      part,
      position: document.positionAt(path),
      before: `outcome: ${shownValue(outcome)}`,
      after: `outcome: ${shownValue(other.outcome)}`,
      hint: `say in a case ${where} what is decided: \`${shownValue(outcome)}\``,
      document: changedDocument(document, path, { ...other.outcome, ...beside }),
    },
  ];
}

/** What an outcome asks for, its reason aside. */
function asked({ reason: _, ...rest }: JsonObject): string {
  return shownValue(rest);
}

/** `otherwise` may not disrupt. */
function isDisruptive(outcome: JsonObject): boolean {
  const obligations = outcome.obligations;
  return isList(obligations) && obligations.some((each) => each === "reboot" || each === "restart");
}

function deniesDropped(
  document: SourceDocument,
  { part, path, outcome }: PlacedOutcome,
): readonly Change[] {
  const { denies } = outcome;
  if (!isList(denies)) return [];
  return denies.map((intent, index): Change => {
    const left = denies.filter((_, place) => place !== index);
    const at = [...path, "denies"];
    return {
      kind: "denies",
      part,
      position: document.positionAt([...at, `${index}`]),
      before: `denies: ${shownValue(denies)}`,
      after: left.length === 0 ? "" : `denies: ${shownValue(left)}`,
      hint: `\`verdicts: { ${shownValue(intent)}: deny }\` in a case in which nothing else denies it`,
      document: changedDocument(document, at, left.length === 0 ? undefined : left),
    };
  });
}
