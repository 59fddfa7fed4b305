import type { Decision } from "../engine/decision.ts";
import type { SubjectKind } from "../engine/facts/subject.ts";
import { INTENTS } from "../engine/policy.ts";
import type { Paragraph } from "./layout.ts";
import { counted, verdictWord } from "./words.ts";

/** The verdicts of what was not asked about. */
export function otherVerdicts({ intent, verdicts }: Decision): Paragraph {
  const others = INTENTS.filter((other) => other !== intent);
  const judged = others.flatMap((other) => {
    const verdict = verdicts[other];
    if (verdict === undefined) return [];
    return [`${other} ${verdict === "allow" ? verdict : verdictWord[verdict]}`];
  });
  const rest = others.filter((other) => verdicts[other] === undefined);
  const parts = rest.length === 0 ? judged : [...judged, `not judged: ${rest.join(", ")}`];
  return { indent: 0, text: `other intents: ${parts.join(" · ")}` };
}

const kindNouns: readonly { readonly kind: SubjectKind; readonly noun: string }[] = [
  { kind: "gate", noun: "gate" },
  { kind: "gatedFleet", noun: "gated fleet" },
  { kind: "fleet", noun: "fleet" },
  { kind: "node", noun: "node" },
  { kind: "nodeConfig", noun: "node config" },
  { kind: "nodeCredential", noun: "node credential" },
  { kind: "credential", noun: "credential" },
  { kind: "step", noun: "pipeline step" },
  { kind: "source", noun: "source" },
  { kind: "kustomization", noun: "Kustomization" },
];

/** How much was judged, zero included where the profile may well mean something, and what was not asked for. */
export function countParagraphs({ counts }: Decision): readonly Paragraph[] {
  const told = kindNouns.filter(({ kind }) => !isRare(kind) || counts.subjects[kind] > 0);
  const judged = told.map(({ kind, noun }) => counted(counts.subjects[kind], noun));
  const nounOf = (kind: SubjectKind): string =>
    kindNouns.find((each) => each.kind === kind)?.noun ?? kind;
  return [
    { indent: 0, text: `judged: ${judged.join(", ")}` },
    ...(counts.unjudged.length > 0
      ? [
          {
            indent: 0,
            tone: "warn" as const,
            lead: "NOT JUDGED",
            text: `no policy is about these: ${counts.unjudged.map((kind) => `${nounOf(kind)}s`).join(", ")}`,
          },
        ]
      : []),
    ...(counts.notApplicable.length > 0
      ? [
          {
            indent: 0,
            text: `not applicable (the profile does not name it): ${counts.notApplicable.join(", ")}`,
          },
        ]
      : []),
  ];
}

/** Most profiles collect no rendered configs and name no sources or Flux roots. */
function isRare(kind: SubjectKind): boolean {
  const rare: readonly SubjectKind[] = ["fleet", "nodeConfig", "source", "kustomization"];
  return rare.includes(kind);
}
