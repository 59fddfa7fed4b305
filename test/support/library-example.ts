import {
  assembleSnapshot,
  compilePolicySet,
  type Decision,
  evaluate,
  formatProblem,
  type Parsed,
  readProfile,
  readSources,
  type SourceText,
  sortInputs,
} from "../../src/index.ts";

/** Decides from files in memory: a profile, policies, and the evidence as `kubectl` and the like print it. */
export function decide(files: readonly SourceText[], readAt: string): Decision {
  const sources = readSources(files);
  if (sources.problems.length > 0) return need({ ok: false, problems: sources.problems });
  const { profiles, policies, evidence } = sortInputs(sources.documents);
  const [document] = profiles;
  if (document === undefined) throw new Error("no profile among the files");
  const profile = need(readProfile(document));
  const { snapshot } = need(
    assembleSnapshot({
      documents: evidence,
      texts: sources.texts,
      profile,
      // Credentials leave here as fingerprints under this key only; keep one to compare them between runs.
      key: { id: "once", bytes: crypto.getRandomValues(new Uint8Array(32)) },
      fallbackTakenAt: readAt,
    }),
  );
  return evaluate(need(compilePolicySet(policies, [])), snapshot, profile, { intent: "deploy" });
}

/** Mistakes come back as data, all of them at once, each with its place. */
function need<T>(parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.problems.map((problem) => formatProblem(problem)).join("\n"));
}
