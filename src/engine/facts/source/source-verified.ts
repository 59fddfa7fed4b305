import { absent, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { listAt, numberAt, textAt } from "../read-object.ts";
import type { SourceSubject } from "../subject.ts";
import { liveSource } from "./live-source.ts";

const results = ["passed", "failed", "pending", "none"] as const;
export type VerificationResult = (typeof results)[number];

export const sourceVerified: FactDeclaration<SourceSubject, VerificationResult> = {
  name: "source.verified",
  type: enumFact("VerificationResult", results),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    "/objects/source.toolkit.fluxcd.io~1v1~1OCIRepository~1<namespace>~1<name>/status/conditions",
  ],
  doc: "What Flux says of the last artifact, by the condition SourceVerified: passed, failed, pending (not known to Flux, or about an older generation), none (no such condition, as where nothing is to be verified). Absent where the cluster has no such OCIRepository.",
  derive: (subject, _read, note) => {
    const found = liveSource(subject);
    if (found.state === "absent") return absent;
    if (found.state === "unknown") return unknownFor(found.reasons);
    const { key, object } = found.value;
    const conditions = listAt(object, ["status", "conditions"]);
    const at = conditions.findIndex((one) => textAt(one, ["type"]) === "SourceVerified");
    const condition = conditions[at];
    if (condition === undefined) return known("none");
    const status = textAt(condition, ["status"]);
    note?.(["objects", key, "status", "conditions", String(at), "status"], status ?? null);
    const { generation } = object.metadata;
    const isOld = (numberAt(condition, ["observedGeneration"]) ?? generation) !== generation;
    if (isOld || (status !== "True" && status !== "False")) return known("pending");
    return known(status === "True" ? "passed" : "failed");
  },
};
