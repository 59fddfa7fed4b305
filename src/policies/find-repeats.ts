import { type CompileContext, report } from "./compile-context.ts";
import type { OutcomeDocument, PolicyDocument } from "./policy-document.ts";

/** Reports what stands twice in a list that is a set: one of the two was meant to be something else. */
export function reportRepeats(context: CompileContext, { spec }: PolicyDocument): void {
  for (const [path, items] of setsOf(spec)) {
    for (const [place, item] of items.entries()) {
      if (items.indexOf(item) === place) continue;
      report(context, [...path, String(place)], {
        code: "POLICY_DUPLICATE_NAME",
        message: `\`${item}\` stands here twice`,
        help: "leave one out",
      });
    }
  }
}

type Sets = readonly (readonly [path: readonly string[], items: readonly string[]])[];

function setsOf({ params, rules, otherwise, whenUnknown = [] }: PolicyDocument["spec"]): Sets {
  const properties = Object.entries(params?.properties ?? {});
  return [
    ...properties.map(
      ([name, { enum: values = [] }]) =>
        [["spec", "params", "properties", name, "enum"], values] as const,
    ),
    ...rules.flatMap(({ outcome }, index) =>
      outcomeSets(["spec", "rules", String(index), "outcome"], outcome),
    ),
    ...outcomeSets(["spec", "otherwise"], otherwise ?? {}),
    ...whenUnknown.flatMap(({ facts, needs = [], outcome }, index): Sets => {
      const path = ["spec", "whenUnknown", String(index)];
      return [
        [[...path, "facts"], facts],
        [[...path, "needs"], needs],
        ...outcomeSets([...path, "outcome"], outcome),
      ];
    }),
  ];
}

function outcomeSets(
  path: readonly string[],
  { obligations = [], denies = [] }: Partial<Pick<OutcomeDocument, "obligations" | "denies">>,
): Sets {
  return [
    [[...path, "obligations"], obligations],
    [[...path, "denies"], denies],
  ];
}
