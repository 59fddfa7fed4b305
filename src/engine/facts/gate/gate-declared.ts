import type { FactDeclaration } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { GateSubject } from "../subject.ts";
import { judgeDeclared } from "./gate-declaration.ts";

export const gateDeclared: FactDeclaration<GateSubject, boolean> = {
  name: "gate.declared",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/git/files/<kustomization>/components",
    "/git/files/<component kustomization>/strategies",
    "/git/files/<kustomization>/strategies",
    "/rendered/helmReleases",
  ],
  doc: "Git declares the gate: its component is referenced and sets the update strategy of the profile's object to OnDelete, and no later patch, of the component or of the kustomization, takes that back. Unknown where the rendered HelmRelease was given and says otherwise. Says nothing about the live DaemonSet (fleet.strategy).",
  derive: ({ source, gate }, _read, note) => judgeDeclared(source, gate, note),
};
