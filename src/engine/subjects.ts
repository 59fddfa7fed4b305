import { fleetOf, fleetsOf } from "../profile/fleets.ts";
import type { Profile } from "../profile/profile.ts";
import type { IndexedObject } from "../snapshot/object-index.ts";
import {
  createFactReader,
  type EvidenceSink,
  type FactReader,
  type FactTable,
} from "./facts/fact-table.ts";
import {
  credentialTable,
  fleetTable,
  gatedFleetTable,
  gateTable,
  kustomizationTable,
  nodeTable,
  sourceTable,
  stepTable,
} from "./facts/fact-tables.ts";
import { judgedKustomizations } from "./facts/flux/judged-kustomizations.ts";
import { nodeCredentialReader, nodeCredentialTable } from "./facts/node/node-credential-readers.ts";
import type {
  CredentialSubject,
  FactSource,
  FleetSubject,
  GatedFleetSubject,
  GateSubject,
  KustomizationSubject,
  NodeCredentialSubject,
  NodeSubject,
  SourceSubject,
  StepSubject,
  SubjectKind,
} from "./facts/subject.ts";

/** One thing that policies judge, with its facts. */
export interface Judged<Subject> {
  readonly kind: SubjectKind;
  /** For people: the gate, the node, the credential, the step. */
  readonly name: string;
  readonly subject: Subject;
  readonly reader: FactReader<Subject>;
  /** A fresh reader that tells `sink` what each fact rests on: the second pass. */
  readonly traced: (sink: EvidenceSink) => FactReader<Subject>;
}

/** Everything that this profile and snapshot give to judge, by kind, in code-unit order of names. */
export interface Subjects {
  readonly gate: readonly Judged<GateSubject>[];
  readonly gatedFleet: readonly Judged<GatedFleetSubject>[];
  /** Every DaemonSet that the profile names, gated or not. */
  readonly fleet: readonly Judged<FleetSubject>[];
  /** Every Node, where the profile says anything about nodes. */
  readonly node: readonly Judged<NodeSubject>[];
  /** Every Node, where the profile collects the machine configs that Git renders. */
  readonly nodeConfig: readonly Judged<NodeSubject>[];
  readonly nodeCredential: readonly Judged<NodeCredentialSubject>[];
  readonly credential: readonly Judged<CredentialSubject>[];
  readonly step: readonly Judged<StepSubject>[];
  readonly source: readonly Judged<SourceSubject>[];
  /** Those that the profile names, and those that they applied. */
  readonly kustomization: readonly Judged<KustomizationSubject>[];
}

/** Every subject of a kind, its own type aside: policies read their subject's facts by slot alone. */
export function subjectsOfKind(subjects: Subjects, kind: SubjectKind): readonly AnyJudged[] {
  return subjects[kind];
}

// biome-ignore lint/suspicious/noExplicitAny: the common supertype of readers of different subjects, which are invariant
export type AnyJudged = Judged<any>;

export function listSubjects(source: FactSource): Subjects {
  const { gates = [], credentials = [], pipeline, sources = [] } = source.profile.spec;
  const nodes = namesNodes(source.profile) ? source.index.ofKind("v1/Node") : [];
  return {
    gate: gates.map((gate) => judge("gate", gate.name, gateTable, { source, gate })),
    gatedFleet: gates.flatMap((gate) => {
      const { daemonSet, name } = gate;
      return daemonSet === undefined
        ? []
        : [
            judge("gatedFleet", name, gatedFleetTable, {
              source,
              ...fleetOf(source.profile, daemonSet),
              ...(gate.helmRelease === undefined ? {} : { helmRelease: gate.helmRelease }),
              gate,
              daemonSet,
            }),
          ];
    }),
    fleet: fleetsOf(source.profile).map((fleet) =>
      judge("fleet", fleet.name, fleetTable, { source, ...fleet }),
    ),
    node: namesNodes(source.profile) ? everyNode(source) : [],
    nodeConfig: (source.profile.spec.nodes?.rendered === true ? nodes : []).map(({ key, object }) =>
      judge("nodeConfig", object.metadata.name, nodeTable, {
        source,
        nodeKey: key,
        node: object,
      }),
    ),
    nodeCredential: nodes.flatMap(({ key, object }) =>
      credentials.map((credential) => {
        const subject = { source, credential, nodeKey: key, node: object };
        const { name } = object.metadata;
        const reader = nodeCredentialReader(subject);
        return judgeWith({ kind: "nodeCredential", name, subject, reader }, nodeCredentialTable);
      }),
    ),
    credential: credentials.map((credential) =>
      judge("credential", credential.name, credentialTable, { source, credential }),
    ),
    step: (pipeline?.requiredSteps ?? []).map(({ id }) =>
      judge("step", id, stepTable, { source, stepId: id }),
    ),
    source: sources.map((named) => judge("source", named.name, sourceTable, { source, named })),
    kustomization: listKustomizations(source),
  };
}

function listKustomizations(source: FactSource): readonly Judged<KustomizationSubject>[] {
  return judgedKustomizations(source).map(({ id: { namespace, name }, root }) =>
    judge("kustomization", `${namespace}/${name}`, kustomizationTable, {
      source,
      namespace,
      name,
      root,
    }),
  );
}

const everyNodes = new WeakMap<FactSource, readonly Judged<NodeSubject>[]>();

/** Every Node, whether the profile says anything about nodes or not: for guards, and no policy. */
export function everyNode(source: FactSource): readonly Judged<NodeSubject>[] {
  const known = everyNodes.get(source);
  if (known !== undefined) return known;
  const nodes = judgeNodes(source, source.index.ofKind("v1/Node"));
  everyNodes.set(source, nodes);
  return nodes;
}

function judgeNodes(
  source: FactSource,
  nodes: readonly IndexedObject[],
): readonly Judged<NodeSubject>[] {
  return nodes.map(({ key, object }) =>
    judge("node", object.metadata.name, nodeTable, { source, nodeKey: key, node: object }),
  );
}

/** Whether a profile says anything about nodes: only then they are judged, and expected. */
export function namesNodes({ spec }: Profile): boolean {
  return spec.nodes !== undefined || (spec.credentials ?? []).length > 0;
}

function judge<Subject>(
  kind: SubjectKind,
  name: string,
  table: FactTable<Subject>,
  subject: Subject,
): Judged<Subject> {
  return judgeWith({ kind, name, subject, reader: createFactReader(table, subject) }, table);
}

function judgeWith<Subject>(
  judged: Omit<Judged<Subject>, "traced">,
  table: FactTable<Subject>,
): Judged<Subject> {
  return { ...judged, traced: (sink) => createFactReader(table, judged.subject, sink) };
}
