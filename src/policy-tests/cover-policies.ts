import { compareText } from "../input/compare-text.ts";
import { member } from "../input/json-value.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { isBinding } from "../policies/read-binding.ts";
import type { Compiler } from "./compile-tested.ts";
import type { CoverageLog } from "./coverage.ts";
import type { PolicyCoverage } from "./policy-test-report.ts";

/** Policies that are held to cases together, with the bindings that set something for them. */
export interface TestedPolicies {
  readonly documents: readonly SourceDocument[];
  /** Those of which each rule must have a case that fires it and one that certainly does not. */
  readonly required: ReadonlySet<SourceDocument>;
}

/** Tells a policy from one of the same name in another file. */
export function policyKey(name: string, documents: readonly SourceDocument[]): string {
  const document = documents.find((each) => !isBinding(each) && nameOf(each) === name);
  return `${document?.file ?? ""}#${name}`;
}

/** How the rules of all policies fared; a policy of several sets is told once. */
export function coverPolicies(
  sets: readonly TestedPolicies[],
  compiler: Compiler,
  log: CoverageLog,
): readonly PolicyCoverage[] {
  const byKey = new Map<string, PolicyCoverage>();
  for (const { documents, required } of sets) {
    const policySet = compiler.check(documents);
    for (const policy of policySet?.policies ?? []) {
      const key = policyKey(policy.name, documents);
      const document = documents.find((each) => !isBinding(each) && nameOf(each) === policy.name);
      const isRequired = document !== undefined && required.has(document);
      byKey.set(key, {
        name: policy.name,
        file: document?.file ?? "",
        required: isRequired || byKey.get(key)?.required === true,
        rules: log.coverageOf(policy, key),
      });
    }
  }
  return [...byKey.values()].sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.file, b.file),
  );
}

function nameOf({ value }: SourceDocument): unknown {
  return member(member(value, "metadata"), "name");
}
