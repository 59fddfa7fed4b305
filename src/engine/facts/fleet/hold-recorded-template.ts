import { absent, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { textAt } from "../read-object.ts";
import type { GateSubject } from "../subject.ts";
import { deploymentPath } from "./fleet-paths.ts";
import { holdDeployment } from "./hold-deployment.ts";

const states = ["valid", "missing"] as const;
export type RecordedTemplate = (typeof states)[number];

export const holdRecordedTemplate: FactDeclaration<GateSubject, RecordedTemplate> = {
  name: "hold.recordedTemplate",
  type: enumFact("RecordedTemplate", states),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${deploymentPath}/metadata/annotations/<reconciledTemplate>`],
  doc: "Whether the hash of the template that was last reconciled is recorded: 64 lower-case hex digits (valid), or nothing or any other text (missing). It says that the template was reconciled, not that a node ever ran it. Absent where the profile names no such annotation.",
  derive: (subject, _read, note) => {
    const annotation = subject.gate.ownership?.reconciledTemplate;
    if (annotation === undefined) return absent;
    const found = holdDeployment(subject);
    if (found.state !== "value")
      return found.state === "absent" ? absent : { ...found, present: true };
    const path = ["metadata", "annotations", annotation];
    const text = textAt(found.value.object, path);
    note?.(["objects", found.value.key, ...path], text ?? null);
    return known(/^[0-9a-f]{64}$/.test(text ?? "") ? "valid" : "missing");
  },
};
