import { judgeRemembered } from "../../engine/facts/fleet/hold-remembered.ts";
import { judgeDeclared } from "../../engine/facts/gate/gate-declaration.ts";
import { numberAt, textAt } from "../../engine/facts/read-object.ts";
import { asJson } from "../../input/as-json.ts";
import type { ProfileGate } from "../../profile/profile.ts";
import type { IndexedObject } from "../../snapshot/object-index.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { isOnDelete, rolledEdits, strategyEdits } from "../fleets.ts";
import { gateSubjectOf, seenDaemonSet, seenHold } from "../gates.ts";
import { madeUpDigest } from "../made-up.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime, type Moment } from "../moment.ts";
import { verifiedEdits } from "../sources.ts";

/**
 * A deploy runs to its end (rollout-gate §2.1, §2.2, §2.5): the cluster becomes what Git declares of each gate. A declared gate is
 * live, claims its workload if nobody did, and its steps are skipped; one that is not declared is taken down, which rolls what is stale,
 * and gives its workload back. Whether the deploy may run is for policies to say.
 */
export const deploy: EventKind = {
  name: "deploy",
  summary: "a deploy runs to its end: the cluster becomes what Git declares of each gate",
  prepare: () => (context) => deployed(context),
};

function deployed(context: EventContext): Happening | Refusal {
  const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const edits: Edit[] = [...moment.edits];
  const suppressed = new Set<string>();
  for (const gate of context.profile.spec.gates ?? []) {
    const { source } = gateSubjectOf(context, gate);
    const declared = judgeDeclared(source, gate, undefined);
    if (declared.state !== "value")
      return { refused: `whether Git declares gate \`${gate.name}\` is not known` };
    if (declared.value) for (const id of gate.suppresses ?? []) suppressed.add(id);
    const made = declared.value
      ? putUp(context, gate)
      : takenDown(context, { gate, before: edits, moment });
    if ("refused" in made) return made;
    edits.push(...made);
  }
  const hasRun = (id: string): boolean => !suppressed.has(id);
  return {
    edits: [
      ...edits,
      ...verifiedEdits(context, hasRun),
      ...pipelineEdits(context.snapshot, hasRun, moment),
    ],
  };
}

function putUp(context: EventContext, gate: ProfileGate): readonly Edit[] {
  const { source } = gateSubjectOf(context, gate);
  const daemonSet = seenDaemonSet(source, gate);
  const hold = seenHold(source, gate);
  return [
    ...(daemonSet === undefined || isOnDelete(daemonSet)
      ? []
      : strategyEdits(daemonSet, "OnDelete")),
    ...(hold === undefined ? [] : heldEdits(hold, gate)),
  ];
}

/** A claim records the count that it finds; what is recorded stays. */
function heldEdits({ key, object }: IndexedObject, { ownership }: ProfileGate): readonly Edit[] {
  const { rememberedReplicas = "", reconciledTemplate } = ownership ?? {};
  const annotations = object.metadata.annotations ?? {};
  const replicas = numberAt(object, ["spec", "replicas"]) ?? 1;
  const remembered = annotations[rememberedReplicas] || String(replicas);
  const hash = madeUpDigest(["reconciled", key, String(object.metadata.generation ?? 0)]);
  return [
    {
      at: ["objects", key, "metadata", "annotations"],
      value: {
        ...annotations,
        [rememberedReplicas]: remembered,
        ...(reconciledTemplate === undefined ? {} : { [reconciledTemplate]: hash }),
      },
    },
    ...replicaEdits({ key, object }, 0),
  ];
}

interface TakingDown {
  readonly gate: ProfileGate;
  /** What the deploy has changed before. */
  readonly before: readonly Edit[];
  readonly moment: Moment;
}

function takenDown(
  context: EventContext,
  { gate, before, moment }: TakingDown,
): readonly Edit[] | Refusal {
  const { source } = gateSubjectOf(context, gate);
  const daemonSet = seenDaemonSet(source, gate);
  const hold = seenHold(source, gate);
  const edits: Edit[] = hold === undefined ? [] : [...restoredEdits(hold, gate)];
  if (daemonSet === undefined || !isOnDelete(daemonSet)) return edits;
  edits.push(...strategyEdits(daemonSet, "RollingUpdate"));
  const rolled = rolledEdits(context, [...before, ...edits], {
    key: daemonSet.key,
    at: moment.before(20),
  });
  return "refused" in rolled ? rolled : [...edits, ...rolled];
}

/** A record that cannot be restored stays, and nothing is scaled (rollout-gate §2.2). */
function restoredEdits(hold: IndexedObject, { ownership }: ProfileGate): readonly Edit[] {
  const { rememberedReplicas = "", reconciledTemplate = "" } = ownership ?? {};
  const annotations = hold.object.metadata.annotations ?? {};
  const remembered = textAt(annotations, [rememberedReplicas]) ?? "";
  if (judgeRemembered(remembered) !== "valid") return [];
  const left = Object.fromEntries(
    Object.entries(annotations).filter(
      ([key]) => key !== rememberedReplicas && key !== reconciledTemplate,
    ),
  );
  return [
    { at: ["objects", hold.key, "metadata", "annotations"], value: left },
    ...replicaEdits(hold, Number(remembered)),
  ];
}

function replicaEdits({ key, object }: IndexedObject, replicas: number): readonly Edit[] {
  const { generation } = object.metadata;
  return [
    { at: ["objects", key, "spec", "replicas"], value: replicas },
    // A status leaves zero out.
    { at: ["objects", key, "status", "replicas"], value: replicas === 0 ? undefined : replicas },
    ...(generation === undefined
      ? []
      : [{ at: ["objects", key, "metadata", "generation"], value: generation + 1 }]),
  ];
}

/** Another run, in which every step that was told went well, but for those that a gate suppresses. */
function pipelineEdits(
  { pipeline }: Snapshot,
  hasRun: (step: string) => boolean,
  moment: Moment,
): readonly Edit[] {
  if (pipeline === undefined) return [];
  const { conclusion, startedAt, run } = pipeline;
  const steps = Object.entries(pipeline.steps).map(([id, { durationMs }]) => {
    if (!hasRun(id))
      return [id, { outcome: "skipped", conclusion: "skipped", durationMs: 0 }] as const;
    // How long one takes that was skipped before nobody can say.
    const known = durationMs === undefined || durationMs === 0 ? {} : { durationMs };
    return [id, { outcome: "success", conclusion: "success", ...known }] as const;
  });
  return [
    { at: ["pipeline", "steps"], value: asJson(Object.fromEntries(steps)) },
    ...(conclusion === undefined ? [] : [{ at: ["pipeline", "conclusion"], value: "success" }]),
    ...(startedAt === undefined
      ? []
      : [{ at: ["pipeline", "startedAt"], value: moment.before(55) }]),
    // It is another run, and its number is not known.
    ...(run === undefined ? [] : [{ at: ["pipeline", "run"], value: undefined }]),
  ];
}
