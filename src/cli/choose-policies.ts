import { OWN_API_VERSION } from "../input/api-version.ts";
import { type Problem, startOf } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import { sortInputs } from "../snapshot/load/sort-inputs.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";
import { shippedPolicyFiles } from "./shipped-policies.ts";

export interface ChosenPolicies {
  /** Said where the shipped policies are not the ones that judge. */
  readonly notice?: string;
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

/** The policies of the paths given, else those among the inputs, else the shipped ones. */
export function choosePolicies(
  paths: readonly string[],
  found: readonly SourceDocument[],
  reader: FileReader,
): ChosenPolicies {
  if (paths.length > 0) return { ...policiesOf(paths, reader), notice: replaced("given with -p") };
  if (found.length > 0) {
    return { documents: found, problems: [], notice: replaced("found in the inputs") };
  }
  return policiesOf(shippedPolicyFiles(), reader);
}

function replaced(which: string): string {
  return `only the policies ${which} judge: they take the place of all the shipped ones`;
}

function policiesOf(paths: readonly string[], reader: FileReader): ChosenPolicies {
  const files = readFiles(paths, reader);
  const read = readSources(files.sources);
  const { policies } = sortInputs(read.documents);
  const problems = [...files.problems, ...read.problems];
  for (const document of read.documents) {
    if (!policies.includes(document) && document.value !== null)
      problems.push(noPolicy(document.positionAt([])));
  }
  for (const { file } of read.logs) problems.push(noPolicy(startOf(file)));
  if (policies.length === 0 && problems.length === 0)
    problems.push(noPolicy(undefined, `nothing at ${paths.join(", ")} is a policy`));
  return { documents: policies, problems };
}

function noPolicy(position: Problem["position"], message = "this is no policy"): Problem {
  return {
    code: "POLICY_INVALID",
    message,
    position,
    expected: `\`apiVersion: ${OWN_API_VERSION}\` and \`kind: Policy\``,
  };
}
