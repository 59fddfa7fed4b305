import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact, intFact, stringFact } from "../fact-type.ts";
import type { KustomizationSubject } from "../subject.ts";

export const kustomizationName: FactDeclaration<KustomizationSubject, string> = {
  name: "kustomization.name",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "Its namespace and name, with a slash between them.",
  derive: ({ namespace, name }) => known(`${namespace}/${name}`),
};

export const kustomizationIsRoot: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.isRoot",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile names it as one that has to become ready. Others are judged because such a one applied them.",
  derive: ({ root }) => known(root !== undefined),
};

export const kustomizationMustQuiesce: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.mustQuiesce",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile says that a deploy cannot go on while Flux reconciles it.",
  derive: ({ root }) => known(root?.mustQuiesce === true),
};

export const kustomizationWaitSeconds: FactDeclaration<KustomizationSubject, number> = {
  name: "kustomization.waitSeconds",
  type: intFact,
  mayBeAbsent: true,
  reasons: [],
  reads: [],
  doc: "How long a deploy waits for it, in seconds. Absent where the profile does not say.",
  derive: ({ root }) => (root?.waitSeconds === undefined ? absent : known(root.waitSeconds)),
};
