import { OWN_API_VERSION } from "../input/api-version.ts";
import { member } from "../input/json-value.ts";
import { type Problem, startOf } from "../input/problem.ts";
import type { ShownText, SourceDocument, SourceText } from "../input/source-document.ts";
import { isBinding } from "../policies/read-binding.ts";
import { readPolicyText } from "../policies/read-policy-text.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";
import { isMeantAs } from "./own-documents.ts";
import { shippedPolicyFiles } from "./package-files.ts";
import { shippedDocuments } from "./shipped-documents.ts";

export interface ChosenPolicies {
  /** Policies and bindings. */
  readonly documents: readonly SourceDocument[];
  /** What lines may be shown of: the documents, and what could not be read of the paths given. */
  readonly shown: readonly ShownText[];
  readonly problems: readonly Problem[];
  /** Where others than the shipped policies judge, and what sets their params. */
  readonly notices: readonly string[];
  /** The shipped policies are all that judge; they were checked when they were published. */
  readonly isShipped: boolean;
  /** The paths were read and hold nothing at all. */
  readonly isEmpty: boolean;
}

/**
 * The policies of the paths given, else those among the inputs, else the shipped ones. Bindings bring no policies: where
 * there is nothing else, the shipped ones judge as they set them. With paths, nothing found among the inputs counts.
 */
export function choosePolicies(
  paths: readonly string[],
  found: readonly SourceDocument[],
  reader: FileReader,
): ChosenPolicies {
  const isGiven = paths.length > 0;
  const read = isGiven ? policiesAt(paths, reader) : withoutProblems(found);
  const { documents, problems } = read;
  const bindings = documents.filter(isBinding);
  const notices = bindings.map(({ file }) => `params or enforcement are set by ${file}`);
  if (documents.length > bindings.length) {
    const which = isGiven ? "given with -p" : "found in the inputs";
    const notice = `only the policies ${which} judge: they take the place of all the shipped ones`;
    return { ...read, isShipped: false, notices: [notice, ...notices] };
  }
  // What could not be read may well be the policies.
  if (problems.length > 0) return { ...read, isShipped: false, notices };
  const shipped = shippedPolicies(reader);
  const all = [...shipped.documents, ...bindings];
  return { ...shipped, documents: all, shown: all, isShipped: true, notices };
}

type ReadPolicies = Omit<ChosenPolicies, "notices" | "isShipped">;

function shippedPolicies(reader: FileReader): ReadPolicies {
  const paths = shippedPolicyFiles();
  const known = readFiles(paths, reader).sources.map(shippedDocuments);
  const documents = known.flatMap((each) => each ?? []);
  if (known.length < paths.length || known.includes(undefined)) return policiesAt(paths, reader);
  return withoutProblems(documents);
}

function withoutProblems(documents: readonly SourceDocument[]): ReadPolicies {
  return { documents, shown: documents, problems: [], isEmpty: false };
}

function policiesAt(paths: readonly string[], reader: FileReader): ReadPolicies {
  const files = readFiles(paths, reader);
  const read = files.sources.map(policiesIn);
  const problems = [...files.problems, ...read.flatMap((each) => each.problems)];
  const documents = read.flatMap((each) => each.documents);
  const isEmpty = documents.length === 0 && problems.length === 0;
  if (isEmpty) problems.push(noPolicy(undefined, `nothing at ${paths.join(", ")} is a policy`));
  return { documents, shown: read.flatMap((each) => each.shown), problems, isEmpty };
}

function policiesIn(source: SourceText): Omit<ReadPolicies, "isEmpty"> {
  const read = readSources([source]);
  const unread = read.problems.length === 0 ? undefined : readPolicyText(source);
  const all = unread?.documents ?? read.documents;
  const isPolicy = (document: SourceDocument): boolean =>
    isMeantAs(document, ["Policy", "PolicyBinding"]);
  const documents = all.filter(isPolicy);
  // Tests stand beside the policies that they are about.
  const others = all.filter(
    (document) =>
      !isPolicy(document) && !isMeantAs(document, ["PolicyTest"]) && document.value !== null,
  );
  return {
    documents,
    shown: unread === undefined ? documents : [unread.shown],
    problems: [
      ...(unread?.problems ?? []),
      ...read.texts.map(({ file }) => noPolicy(startOf(file))),
      ...others.map((document) => noPolicy(placeOfKind(document))),
    ],
  };
}

/** What says that a document is something else, as far as it says so. */
function placeOfKind(document: SourceDocument): Problem["position"] {
  const { value } = document;
  if (member(value, "apiVersion") === undefined) return document.positionAt([]);
  const key = member(value, "apiVersion") === OWN_API_VERSION ? "kind" : "apiVersion";
  return document.positionAt([key]);
}

function noPolicy(position: Problem["position"], message = "this is no policy"): Problem {
  return {
    code: "POLICY_INVALID",
    message,
    position,
    expected: `\`apiVersion: ${OWN_API_VERSION}\` and \`kind: Policy\` or \`kind: PolicyBinding\``,
  };
}
