import { groupBy } from "../input/group-by.ts";
import { MUTANT_KINDS } from "../mutate/mutant.ts";
import type { MutantResult, MutationReport } from "../mutate/mutation-report.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { counted } from "./words.ts";

/** More of them help nobody; all stand in the JSON. */
const EQUIVALENT_LISTED_MAX = 20;

/** A run of mutants for eyes: the score, each survivor as a diff with what would tell it, and what nothing can tell. */
export function renderMutation(report: MutationReport, options: TextOptions): string {
  const sections = [
    headline(report),
    ...report.mutants.flatMap(survivorParagraphs),
    ...policyParagraphs(report),
    ...equivalentParagraphs(report),
  ];
  return layOut(sections, options);
}

function headline({ counts, outcome, scorePercent = 0 }: MutationReport): Paragraph {
  const { killed, survived, cases, equivalent, invalid } = counts;
  if (outcome === "vacuous")
    return {
      indent: 0,
      tone: "unsure",
      lead: "NOTHING MUTATED:",
      text: "there is no policy with a case of its own",
    };
  const beside = [
    ...(equivalent === 0 ? [] : [`${equivalent} decide as the policy does`]),
    ...(invalid === 0 ? [] : [`${invalid} do not compile`]),
  ];
  const more = beside.length === 0 ? "" : `; of others ${beside.join(" and ")}`;
  const text = `${killed} of ${counted(killed + survived, "mutant")} told by ${counted(cases, "case")}${more}`;
  return outcome === "killed"
    ? { indent: 0, tone: "good", lead: `${scorePercent} %:`, text }
    : { indent: 0, tone: "bad", lead: `${scorePercent} %, ${survived} SURVIVE:`, text };
}

function survivorParagraphs(mutant: MutantResult): readonly Paragraph[] {
  if (mutant.fate !== "survived") return [];
  const { id, position, suggestion } = mutant;
  return [
    blankLine,
    {
      indent: 0,
      tone: "bad",
      before: "SURVIVED",
      lead: id,
      text: `${position.file}:${position.line}:${position.column}`,
    },
    ...diffParagraphs(mutant),
    { indent: 2, hang: 7, before: "tell it", text: suggestion },
  ];
}

function diffParagraphs({ before, after }: MutantResult): readonly Paragraph[] {
  return [
    { indent: 2, hang: 4, before: "-", tone: "bad", lead: before },
    ...(after === ""
      ? []
      : [{ indent: 2, hang: 4, before: "+", tone: "good" as const, lead: after }]),
  ];
}

const columns = ["killed", "survived", "equivalent", "invalid"] as const;

/** How the mutants of each policy and kind fared. */
function policyParagraphs({ mutants, outcome }: MutationReport): readonly Paragraph[] {
  if (outcome === "vacuous") return [];
  const width = Math.max(...MUTANT_KINDS.map(({ length }) => length));
  const head = ["MUTANTS".padEnd(width + 4), ...columns].join("  ");
  const byPolicy = groupBy(mutants, ({ policy, position }) => `${policy}  ${position.file}`);
  return [
    blankLine,
    { indent: 0, text: head },
    ...[...byPolicy].flatMap(([policy, own]) => [
      { indent: 2, text: policy },
      ...MUTANT_KINDS.flatMap((kind) =>
        kindRow(
          kind.padEnd(width),
          own.filter((each) => each.kind === kind),
        ),
      ),
    ]),
  ];
}

function kindRow(kind: string, mutants: readonly MutantResult[]): readonly Paragraph[] {
  if (mutants.length === 0) return [];
  const cells = columns.map((fate) => {
    const count = mutants.filter((each) => each.fate === fate).length;
    return (count === 0 ? "." : `${count}`).padStart(fate.length);
  });
  return [{ indent: 4, text: [kind, ...cells].join("  ") }];
}

function equivalentParagraphs({ mutants }: MutationReport): readonly Paragraph[] {
  const equivalent = mutants.filter(({ fate }) => fate === "equivalent");
  if (equivalent.length === 0) return [];
  const beyond = equivalent.length - EQUIVALENT_LISTED_MAX;
  return [
    blankLine,
    { indent: 0, text: "EQUIVALENT: nothing can tell these from their policies" },
    ...equivalent.slice(0, EQUIVALENT_LISTED_MAX).map(equivalentParagraph),
    ...(beyond > 0 ? [{ indent: 2, text: `and ${beyond} more (-o json lists all)` }] : []),
  ];
}

function equivalentParagraph(mutant: MutantResult): Paragraph {
  const { id, position } = mutant;
  const proof = mutant.fate === "equivalent" ? mutant.proof : undefined;
  const why =
    proof?.type === "enumeration"
      ? `alike in ${counted(proof.states, "state")}, all there are`
      : "the same digest";
  return { indent: 2, hang: 4, before: id, text: `${position.file}:${position.line}  ${why}` };
}
