import { validate } from "../generated/validate-policy-test.ts";
import { checkSchema } from "../input/check-schema.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { PolicyTest, PolicyTestDocument, TestCase } from "./policy-test.ts";
import { mergeGiven, readGiven, referenceAt } from "./read-given.ts";

const examples = {
  "/spec/policies": "- gate-window.yaml",
  "/spec/cases": "- { name: …, given: { … }, expect: { … } }",
};

/**
 * Checks a document against the schema of policy tests, and reads what it says of events, patches and times. What it
 * names is not opened. All mistakes come at once.
 */
export function readPolicyTest(document: SourceDocument): Parsed<PolicyTest> {
  const problems: Problem[] = [...checkSchema(document, validate, "TEST_INVALID", examples)];
  const written: unknown = document.value;
  if (!isPolicyTest(written, problems)) return { ok: false, problems };
  const test = readCases(written, document, problems);
  return problems.length === 0
    ? { ok: true, value: test }
    : { ok: false, problems: problems.sort(compareProblems) };
}

function isPolicyTest(value: unknown, problems: readonly Problem[]): value is PolicyTestDocument {
  return problems.length === 0 && value !== undefined;
}

function readCases(
  { metadata, spec }: PolicyTestDocument,
  document: SourceDocument,
  problems: Problem[],
): PolicyTest {
  const common = readGiven(spec.given ?? {}, { document, path: ["spec", "given"], problems });
  const cases = spec.cases.map(({ name, given = {}, expect }, index): TestCase => {
    const path = ["spec", "cases", `${index}`];
    const own = readGiven(given, { document, path: [...path, "given"], problems });
    return { name, path, document, given: mergeGiven(common, own), expect };
  });
  problems.push(...repeatedNames(cases, document));
  return {
    document,
    name: metadata?.name,
    policies: spec.policies?.map((text, index) =>
      referenceAt(text, ["spec", "policies", `${index}`], document),
    ),
    cases,
  };
}

function repeatedNames(cases: readonly TestCase[], document: SourceDocument): readonly Problem[] {
  const first = new Map<string, TestCase>();
  return cases.flatMap((each): readonly Problem[] => {
    const earlier = first.get(each.name);
    if (earlier === undefined) {
      first.set(each.name, each);
      return [];
    }
    const { file, line } = document.positionAt([...earlier.path, "name"]);
    return [
      {
        code: "TEST_INVALID",
        message: `two cases are named \`${each.name}\``,
        position: document.positionAt([...each.path, "name"]),
        help: `the first is at \`${file}:${line}\``,
      },
    ];
  });
}
