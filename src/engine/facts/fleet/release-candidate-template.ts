import { absent, type FactDeclaration, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import type { GateSubject } from "../subject.ts";
import { deploymentPath, joinReasons } from "./fleet-reasons.ts";
import { holdRecordedTemplate } from "./hold-recorded-template.ts";

export type CandidateTemplate = "same" | "changed";

/** No part of a snapshot holds the candidate's rendered template, so nothing can be compared yet. */
export const releaseCandidateTemplate: FactDeclaration<GateSubject, CandidateTemplate> = {
  name: "release.candidateTemplate",
  type: enumFact("CandidateTemplate", ["same", "changed"]),
  mayBeAbsent: true,
  reasons: joinReasons,
  reads: [`${deploymentPath}/metadata/annotations/{reconciledTemplate}`],
  doc: "Whether the template that a release would deliver is the one that was last reconciled. Absent when no hash is recorded to compare with.",
  derive: ({ gate }, read) => {
    const recorded = read(holdRecordedTemplate);
    if (recorded.state === "unknown") return { state: "unknown", reasons: recorded.reasons };
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
