import { causesOf } from "../../cel/causes.ts";
import { charge, type Meter, traversalCost } from "../../cel/code.ts";
import { isList, kindOf, listOf } from "../../cel/kinds.ts";
import { COST_MAX } from "../../cel/limits.ts";
import type { Overload } from "../../cel/overload.ts";
import type { CelType } from "../../cel/type.ts";
import { orError } from "../../cel/unknown.ts";
import { CelError, type CelValue, Unknown } from "../../cel/value.ts";
import { join, replace, split } from "../../text/parts.ts";
import { charAt, indexOf, lastIndexOf, substring } from "../../text/search.ts";
import { lowerAscii, quote, reverse, trim, upperAscii } from "../../text/shape.ts";
import { searchCost } from "./search-cost.ts";
import { functionOf, methodOf } from "./signature.ts";

// The strings extension: https://github.com/google/cel-go/blob/master/ext/README.md, without `format`.

type Arguments = readonly CelValue[];

const textAt = (args: Arguments, index: number): string => String(args[index] ?? "");
const intAt = (args: Arguments, index: number): number | undefined =>
  args[index] === undefined ? undefined : Number(args[index]);

const outOfRange = new CelError("IndexOutOfRange", "index out of range");
const noText = new CelError("NoSuchOverload", "`join` takes a list of texts");

/** A function of a text and one or more indexes, which may be out of range. */
function indexed(
  name: string,
  parameters: Overload["parameters"],
  [result, find]: readonly ["int" | "string", (args: Arguments) => CelValue | undefined],
): Overload {
  const apply: Overload["apply"] = (args, meter) =>
    parameters[1] === "string" && !isSearchPaid(args, meter)
      ? outOfRange
      : (find(args) ?? outOfRange);
  return { ...methodOf(name, parameters, result), mayFail: "IndexOutOfRange", apply };
}

/** Counts what looking for the second text in the first costs. */
function isSearchPaid(args: Arguments, meter: Meter): boolean {
  return charge(meter, searchCost(textAt(args, 0), textAt(args, 1)));
}

/** A function that makes one text of another, of about the same length. */
function shaped(name: string, shape: (text: string) => string): Overload {
  return { ...methodOf(name, ["string"], "string"), apply: ([text]) => shape(String(text)) };
}

/** Makes a text as long as what is left of the budget allows; its length is charged. */
function bounded(meter: Meter, make: (lengthMax: number) => string | undefined): string {
  const made = make(Math.max(0, COST_MAX - meter.cost) * 10);
  charge(meter, made === undefined ? COST_MAX + 1 : traversalCost(made.length));
  return made ?? "";
}

const textList: CelType = { kind: "list", element: { kind: "string" } };

const splitText: Overload["apply"] = (args, meter) => {
  if (!isSearchPaid(args, meter)) return [];
  const parts = split(textAt(args, 0), textAt(args, 1), intAt(args, 2) ?? -1);
  return charge(meter, parts.length) ? parts : [];
};

const replaceText: Overload["apply"] = (args, meter) =>
  bounded(meter, (lengthMax) => {
    if (!isSearchPaid(args, meter)) return undefined;
    const [search, replacement] = [textAt(args, 1), textAt(args, 2)];
    return replace(textAt(args, 0), [search, replacement], intAt(args, 3) ?? -1, lengthMax);
  });

const joinTexts: Overload["apply"] = ([list = [], separator = ""], meter) => {
  const items = listOf(list)?.items ?? [];
  const isMistaken = items.some((item) => !["string", "unknown"].includes(kindOf(item)));
  if (!isList(list) || items.some((item) => item instanceof Unknown)) {
    const causes = causesOf([list]);
    return orError(new Unknown(causes, { present: true }), isMistaken ? noText : undefined, causes);
  }
  if (isMistaken) return noText;
  const texts = items.map(String);
  return bounded(meter, (lengthMax) => join(texts, String(separator), lengthMax));
};

export const textOverloads: readonly Overload[] = [
  indexed(
    "charAt",
    ["string", "int"],
    ["string", (args) => charAt(textAt(args, 0), intAt(args, 1) ?? 0)],
  ),
  ...(
    [
      ["string", "string"],
      ["string", "string", "int"],
    ] as const
  ).flatMap((parameters) => [
    indexed("indexOf", parameters, [
      "int",
      (args) => indexOf(textAt(args, 0), textAt(args, 1), intAt(args, 2)),
    ]),
    indexed("lastIndexOf", parameters, [
      "int",
      (args) => lastIndexOf(textAt(args, 0), textAt(args, 1), intAt(args, 2)),
    ]),
    { ...methodOf("split", parameters, "dyn"), result: textList, apply: splitText },
  ]),
  ...(
    [
      ["string", "int"],
      ["string", "int", "int"],
    ] as const
  ).map((parameters) =>
    indexed("substring", parameters, [
      "string",
      (args) => substring(textAt(args, 0), intAt(args, 1) ?? 0, intAt(args, 2)),
    ]),
  ),
  { ...methodOf("replace", ["string", "string", "string"], "string"), apply: replaceText },
  { ...methodOf("replace", ["string", "string", "string", "int"], "string"), apply: replaceText },
  { ...methodOf("join", ["list"], "string"), mayFail: "NoSuchOverload", apply: joinTexts },
  {
    ...methodOf("join", ["list", "string"], "string"),
    mayFail: "NoSuchOverload",
    apply: joinTexts,
  },
  shaped("lowerAscii", lowerAscii),
  shaped("upperAscii", upperAscii),
  shaped("trim", trim),
  shaped("reverse", reverse),
  { ...functionOf("strings.quote", ["string"], "string"), apply: ([text]) => quote(String(text)) },
];
