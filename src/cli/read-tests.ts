import { type Problem, startOf } from "../input/problem.ts";
import { readDocuments } from "../input/read-documents.ts";
import type { ShownText, SourceDocument } from "../input/source-document.ts";
import type { PolicyTest } from "../policy-tests/policy-test.ts";
import { readPolicyTest } from "../policy-tests/read-policy-test.ts";
import type { FileReader } from "./file-reader.ts";
import type { FoundTest } from "./find-tests.ts";
import { isMeantAs } from "./own-documents.ts";

export interface ReadTests {
  readonly tests: readonly ReadTest[];
  readonly shown: readonly ShownText[];
  readonly problems: readonly Problem[];
  readonly notices: readonly string[];
}

export interface ReadTest {
  readonly path: string;
  readonly test: PolicyTest;
}

/**
 * Reads test files. Of files that were only found, those without a test of ours are passed over, which is said.
 *
 * @param guarded - Reads those that were only found.
 */
export function readTests(
  files: readonly FoundTest[],
  reader: FileReader,
  guarded: FileReader,
): ReadTests {
  const read = files.map((file) => readFile(file, file.isNamed ? reader : guarded));
  return {
    tests: read.flatMap(({ tests }) => tests),
    shown: read.flatMap(({ shown }) => shown),
    problems: read.flatMap(({ problems }) => problems),
    notices: read.flatMap(({ notices }) => notices),
  };
}

function readFile({ path, isNamed }: FoundTest, reader: FileReader): ReadTests {
  const text = reader.readText(path, isNamed ? {} : { regularOnly: true });
  if (!text.ok) return { ...nothing, problems: text.problems };
  const documents = readDocuments(text.value);
  if (!documents.ok) return { ...nothing, problems: documents.problems };
  const { file } = text.value;
  const own = documents.value.filter((document) => isMeantAs(document, ["PolicyTest"]));
  if (own.length === 0 && !isNamed)
    return { ...nothing, notices: [`${file} is passed over: it holds no policy test`] };
  const others = documents.value.filter((each) => !own.includes(each) && each.value !== null);
  const problems: Problem[] = others.map((each) => noTest(each));
  if (own.length === 0 && others.length === 0) problems.push(emptyFile(file));
  const tests: ReadTest[] = [];
  for (const document of own) {
    const test = readPolicyTest(document);
    if (test.ok) tests.push({ path, test: test.value });
    else problems.push(...test.problems);
  }
  return { tests, shown: own, problems, notices: [] };
}

const nothing: ReadTests = { tests: [], shown: [], problems: [], notices: [] };

const expected = "`apiVersion: fleetwarrant.dev/v1alpha1` and `kind: PolicyTest`";

function noTest(document: SourceDocument): Problem {
  const position = document.positionAt([]);
  return { code: "TEST_INVALID", message: "this is no policy test", position, expected };
}

function emptyFile(file: string): Problem {
  return { code: "TEST_INVALID", message: "the file is empty", position: startOf(file), expected };
}
