import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import type { CredentialEntryRecord, MachineConfigRecord } from "../../snapshot/snapshot.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventEffect, EventKind } from "../event.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { type SeenNode, seenNodes } from "../nodes.ts";
import { declaredEntries, withEntries } from "../registry-auth.ts";
import { authEffectOf, withConfigWritten } from "../runtime.ts";
import {
  configuredAnnotations,
  proofKeysOf,
  reconciledAnnotations,
  withoutAnnotations,
} from "../talos-annotations.ts";

/**
 * `ksail cluster update` (ksail pkg/svc/provisioner/cluster/talos, in-place config with mode no-reboot): every machine
 * config is rendered from Git anew and written to every node but those that the autoscaler added
 * (platform#3137). What only the node's config held, such as proofs, is gone from it; since ksail#6550 it is kept
 * (`keep-annotations`). Talos then takes what it owns off the Node, within seconds; before that
 * (`config-only`) the Node still shows it. The login that Git declares is written without a reboot.
 * The live Secret is left as it is: what the tool writes there is in no snapshot.
 */
export const clusterUpdate: EventKind = {
  name: "cluster-update",
  argument: "[keep-annotations|config-only]",
  summary:
    "machine configs are rendered anew and written without a reboot; proofs in them are dropped",
  prepare: (argument) => {
    if (argument === "") return updated({ keeps: false, isReconciled: true });
    if (argument === "keep-annotations") return updated({ keeps: true, isReconciled: true });
    return argument === "config-only" ? updated({ keeps: false, isReconciled: false }) : undefined;
  },
};

interface UpdateOptions {
  /** Annotations that only the running config has stay. */
  readonly keeps: boolean;
  /** Talos has brought the Nodes in line with their new configs. */
  readonly isReconciled: boolean;
}

function updated(options: UpdateOptions): EventEffect {
  return (context) => {
    const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
    if (moment === undefined) return endOfTime;
    const times = { at: moment.before(2), restartedAt: moment.before(1) };
    const shared = {
      ...options,
      ...times,
      entries: declaredEntries(context.snapshot, context.profile),
      keys: proofKeysOf(context.profile),
    };
    const nodes = seenNodes(context.snapshot).filter((each) => !isAutoscaled(each, context));
    return { edits: [...moment.edits, ...nodes.flatMap((each) => onNode(each, context, shared))] };
  };
}

interface Update extends UpdateOptions {
  readonly at: string;
  readonly restartedAt: string;
  readonly entries: readonly CredentialEntryRecord[];
  readonly keys: ReadonlySet<string>;
}

function onNode(
  { key, name, node }: SeenNode,
  context: EventContext,
  update: Update,
): readonly Edit[] {
  const { snapshot } = context;
  const rendered = ownValue(snapshot.rendered?.machineConfigs ?? {}, name);
  const write = (documents: Documents): Documents => writtenOver(documents, rendered, update);
  const record = ownValue(snapshot.talos ?? {}, name);
  const next =
    record &&
    withConfigWritten(record, { ...update, effect: authEffectOf(context, node, record), write });
  const edits: Edit[] = next === undefined ? [] : [{ at: ["talos", name], value: asJson(next) }];
  const { annotations } = node.metadata;
  if (!update.isReconciled || annotations === undefined) return edits;
  // Of a config that nobody read, only what it loses is known.
  const active = next?.machineConfig?.active ?? rendered;
  if (active === undefined && update.keeps) return edits;
  const configured = active === undefined ? {} : configuredAnnotations(active);
  const shown = reconciledAnnotations(annotations, configured, update.keys);
  return [...edits, { at: ["objects", key, "metadata", "annotations"], value: shown }];
}

type Documents = MachineConfigRecord["documents"];

function writtenOver(
  documents: Documents,
  rendered: MachineConfigRecord | undefined,
  { keeps, entries, keys }: Update,
): Documents {
  if (rendered === undefined) {
    return withEntries(
      keeps ? documents : documents.map((each) => withoutAnnotations(each, keys)),
      entries,
    );
  }
  return keeps ? withAnnotationsOf(rendered.documents, documents) : rendered.documents;
}

/** Rendered documents with the annotations that only the running ones have. */
function withAnnotationsOf(rendered: Documents, running: Documents): Documents {
  return rendered.map((document) => {
    const own = running.find(({ kind, name }) => kind === document.kind && name === document.name);
    if (own?.nodeAnnotations === undefined) return document;
    return {
      ...document,
      nodeAnnotations: { ...own.nodeAnnotations, ...document.nodeAnnotations },
    };
  });
}

function isAutoscaled({ node }: SeenNode, { profile }: EventContext): boolean {
  const autoscaled = profile.spec.nodes?.autoscaled;
  if (autoscaled === undefined) return false;
  const label = ownValue(node.metadata.labels ?? {}, autoscaled.label);
  return label !== undefined && (autoscaled.value === undefined || label === autoscaled.value);
}
