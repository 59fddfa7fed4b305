import { absent, type FactDeclaration, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { deploymentPath } from "./fleet-paths.ts";
import { holdRecordedTemplate } from "./hold-recorded-template.ts";

const states = ["same", "changed"] as const;
export type CandidateTemplate = (typeof states)[number];

/** No part of a snapshot holds the candidate's rendered template, so nothing can be compared yet. */
export const releaseCandidateTemplate: FactDeclaration<GateSubject, CandidateTemplate> = {
  name: "release.candidateTemplate",
  type: enumFact("CandidateTemplate", states),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${deploymentPath}/metadata/annotations/<reconciledTemplate>`],
  doc: "Whether the template that a release would deliver is the one that was last reconciled. Absent when no hash is recorded to compare with.",
  derive: ({ gate }, read) => {
    const recorded = read(holdRecordedTemplate);
    if (recorded.state === "unknown") return unknownFor(recorded.reasons);
    if (recorded.state === "absent" || recorded.value === "missing") return absent;
    const { namespace = "", name = "" } = gate.ownership?.deployment ?? {};
    return unknown(
      "NotRead",
      `the template that the candidate tree of gate ${gate.name} renders to was looked for, and a snapshot has no place for it`,
      {
        cure: `hash the HelmRelease that the candidate tree renders to, and compare it with the annotation ${gate.ownership?.reconciledTemplate ?? ""} of Deployment ${namespace}/${name}`,
        present: true,
      },
    );
  },
};
