import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { member } from "../input/json-value.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { ShownText, SourceDocument } from "../input/source-document.ts";
import { didYouMean } from "../input/suggest.ts";
import { isBinding } from "../policies/read-binding.ts";
import type { TestedPolicies } from "../policy-tests/cover-policies.ts";
import type { Reference } from "../policy-tests/policy-test.ts";
import { choosePolicies } from "./choose-policies.ts";
import type { FileReader } from "./file-reader.ts";
import { type Bounds, pathWithin } from "./inside-only.ts";
import type { ReadTest } from "./read-tests.ts";

/** Finds the policies that tests name; the same files give the same policies, so that these are compiled once. */
export interface PolicyFinder {
  readonly find: (test: ReadTest) => Parsed<TestedPolicies>;
  /** What lines may be shown of. */
  readonly shown: readonly ShownText[];
}

export function createPolicyFinder(reader: FileReader, bounds: Bounds): PolicyFinder {
  const found = new Map<string, Parsed<TestedPolicies>>();
  const shown: ShownText[] = [];
  return {
    shown,
    find: (test) => {
      const named = namedPolicies(test, { reader, bounds });
      if (!named.ok) return named;
      const { files, shipped } = named.value;
      const key = JSON.stringify([files, shipped.map(nameOf)]);
      const known = found.get(key) ?? load(named.value, reader, shown);
      found.set(key, known);
      return known;
    },
  };
}

interface NamedPolicies {
  readonly files: readonly string[];
  readonly shipped: readonly SourceDocument[];
}

interface NamingContext {
  readonly reader: FileReader;
  readonly bounds: Bounds;
}

function namedPolicies({ path, test }: ReadTest, context: NamingContext): Parsed<NamedPolicies> {
  if (test.policies === undefined) return besideOf(path, test.document);
  const files: string[] = [];
  const shipped: SourceDocument[] = [];
  const problems: Problem[] = [];
  for (const reference of test.policies) {
    if (isFile(reference)) {
      const file = pathWithin(reference, dirname(path), context.bounds);
      if (file.ok) files.push(file.value);
      else problems.push(...file.problems);
      continue;
    }
    const policy = shippedPolicy(reference, context.reader);
    if (policy.ok) shipped.push(policy.value);
    else problems.push(...policy.problems);
  }
  return problems.length === 0 ? { ok: true, value: { files, shipped } } : { ok: false, problems };
}

function isFile({ text }: Reference): boolean {
  return text.includes("/") || /\.(ya?ml|json)$/.test(text);
}

/** Of `NAME.test.yaml` the file `NAME.yaml` beside it. */
function besideOf(path: string, document: SourceDocument): Parsed<NamedPolicies> {
  const stem = path.replace(/(\.test)?\.(ya?ml|json)$/, "");
  const beside = ["yaml", "yml", "json"].map((ending) => `${stem}.${ending}`);
  const file = beside.find((each) => each !== path && existsSync(each));
  if (file !== undefined) return { ok: true, value: { files: [file], shipped: [] } };
  const problem: Problem = {
    code: "TEST_INVALID",
    message: "the test names no policies, and there are none beside it",
    position: document.positionAt(["spec"]),
    help: "list them under `spec.policies`: files, or names of shipped policies",
  };
  return { ok: false, problems: [problem] };
}

function shippedPolicy({ text, position }: Reference, reader: FileReader): Parsed<SourceDocument> {
  const { documents } = choosePolicies([], [], reader);
  const policy = documents.find((each) => nameOf(each) === text);
  if (policy !== undefined) return { ok: true, value: policy };
  const help = didYouMean(text, documents.map(nameOf));
  const problem: Problem = {
    code: "TEST_UNKNOWN_NAME",
    message: `no shipped policy is named \`${text}\``,
    position,
    expected: "a file such as `gate-window.yaml`, or the name of a shipped policy",
    ...(help === undefined ? {} : { help }),
  };
  return { ok: false, problems: [problem] };
}

function load(
  { files, shipped }: NamedPolicies,
  reader: FileReader,
  shown: ShownText[],
): Parsed<TestedPolicies> {
  if (files.length === 0) return { ok: true, value: { documents: shipped, required: new Set() } };
  const chosen = choosePolicies(files, [], reader);
  shown.push(...chosen.shown);
  if (chosen.problems.length > 0) return { ok: false, problems: chosen.problems };
  // Bindings alone bring the shipped policies, unless some of these are named.
  const isNamed = shipped.length > 0 && chosen.isShipped;
  const own = isNamed ? chosen.documents.filter(isBinding) : chosen.documents;
  const required = chosen.isShipped ? [] : own.filter((each) => !isBinding(each));
  return { ok: true, value: { documents: [...shipped, ...own], required: new Set(required) } };
}

function nameOf({ value }: SourceDocument): string {
  const name = member(member(value, "metadata"), "name");
  return typeof name === "string" ? name : "";
}
