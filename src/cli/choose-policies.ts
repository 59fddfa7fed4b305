import { OWN_API_VERSION } from "../input/api-version.ts";
import { member } from "../input/json-value.ts";
import { type Problem, startOf } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";
import { isMeantAs } from "./own-documents.ts";
import { shippedPolicyFiles } from "./package-files.ts";
import { shippedDocuments } from "./shipped-documents.ts";

export interface ChosenPolicies {
  /** Policies and bindings. */
  readonly documents: readonly SourceDocument[];
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
  const { documents, problems, isEmpty } = isGiven
    ? policiesAt(paths, reader)
    : { documents: found, problems: [], isEmpty: false };
  const bindings = documents.filter(isBinding);
  const notices = bindings.map(({ file }) => `params or enforcement are set by ${file}`);
  if (documents.length > bindings.length) {
    const which = isGiven ? "given with -p" : "found in the inputs";
    const notice = `only the policies ${which} judge: they take the place of all the shipped ones`;
    return { documents, problems, isEmpty, isShipped: false, notices: [notice, ...notices] };
  }
  // What could not be read may well be the policies.
  if (problems.length > 0) return { documents, problems, isEmpty, isShipped: false, notices };
  const shipped = shippedPolicies(reader);
  return { ...shipped, documents: [...shipped.documents, ...bindings], isShipped: true, notices };
}

function shippedPolicies(reader: FileReader): Omit<ChosenPolicies, "notices" | "isShipped"> {
  const paths = shippedPolicyFiles();
  const known = readFiles(paths, reader).sources.map(shippedDocuments);
  const documents = known.flatMap((each) => each ?? []);
  if (known.length < paths.length || known.includes(undefined)) return policiesAt(paths, reader);
  return { documents, problems: [], isEmpty: false };
}

function isBinding(document: SourceDocument): boolean {
  return isMeantAs(document, ["PolicyBinding"]) && !isMeantAs(document, ["Policy"]);
}

function policiesAt(
  paths: readonly string[],
  reader: FileReader,
): Omit<ChosenPolicies, "notices" | "isShipped"> {
  const files = readFiles(paths, reader);
  const read = readSources(files.sources);
  const problems = [...files.problems, ...read.problems];
  const documents: SourceDocument[] = [];
  for (const document of read.documents) {
    if (isMeantAs(document, ["Policy", "PolicyBinding"])) documents.push(document);
    else if (document.value !== null) problems.push(noPolicy(placeOfKind(document)));
  }
  for (const { file } of read.logs) problems.push(noPolicy(startOf(file)));
  const isEmpty = documents.length === 0 && problems.length === 0;
  if (isEmpty) problems.push(noPolicy(undefined, `nothing at ${paths.join(", ")} is a policy`));
  return { documents, problems, isEmpty };
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
