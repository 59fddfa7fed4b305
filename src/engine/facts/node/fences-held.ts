import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import { liveObject } from "../live-object.ts";
import type { AnySubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";

export const fencesHeld: FactDeclaration<AnySubject, readonly string[]> = {
  name: "fences.held",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/<apiVersion>~1<kind>~1<namespace>~1<name>/metadata/annotations"],
  doc: "The objects that a transaction has taken for itself, of those that the profile names (`nodes.fences`), other than the caller's: `Kind namespace/name: holder` each. Unknown while one of them was not read.",
  derive: ({ source }, _read, note) => {
    const reasons: UnknownReason[] = [];
    const held: string[] = [];
    for (const fence of source.profile.spec.nodes?.fences ?? []) {
      const { kind, namespace, name, owner } = fence;
      const found = liveObject(source, { ...fence, resource: kind.toLowerCase() });
      if (found.state === "unknown") reasons.push(...found.reasons);
      if (found.state !== "value") continue;
      const holder = annotationOf(found.value.object, owner) ?? "";
      if (holder === "" || holder === source.holder) continue;
      note?.(["objects", found.value.key, "metadata", "annotations", owner], holder);
      held.push(`${kind} ${namespace}/${name}: ${holder}`);
    }
    return reasons.length === 0 ? known(held) : unknownFor(eachOnce(reasons));
  },
};
