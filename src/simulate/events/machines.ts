import { hasLabel } from "../../engine/facts/node/node-object.ts";
import { listAt, textAt } from "../../engine/facts/read-object.ts";
import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import type { TalosNodeRecord } from "../../snapshot/snapshot.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime, type Moment } from "../moment.ts";
import { type NewMachine, newNode } from "../new-node.ts";
import { findNode, isNodeName, nodeKeyOf, type SeenNode, seenNodes } from "../nodes.ts";
import { podsAfterBoot } from "../pods.ts";
import { declaredEntries, withEntries } from "../registry-auth.ts";
import { booted } from "../runtime.ts";
import {
  configuredAnnotations,
  proofKeysOf,
  reconciledAnnotations,
  withoutAnnotations,
} from "../talos-annotations.ts";

/**
 * A new machine under an old name and address (bridge §2.3, "node replaced or new"): another Node object, machine and boot, set
 * up with the config that Git renders, so with the declared login and without any proof. Its etcd was not asked.
 */
export const replace: EventKind = {
  name: "replace",
  argument: "NODE",
  summary: "another machine takes the node's name and address, set up from what Git declares",
  prepare: (name) =>
    name === ""
      ? undefined
      : (context) => {
          const node = findNode(context, name);
          if ("refused" in node) return node;
          const address = internalAddressOf(node);
          return setUp(context, node, { name, address, replaced: node });
        },
};

/**
 * A worker joins (bridge §2.6: the next inventory finds it): like the first worker that the autoscaler did not add, but
 * another machine at another address, set up with the config that Git renders.
 */
export const join: EventKind = {
  name: "join",
  argument: "NAME",
  summary: "a worker joins, set up from what Git declares",
  prepare: (name) => (isNodeName(name) ? (context) => joined(context, name) : undefined),
};

/** The Node is deleted and still shown (node-decision row 5): leaving nodes are left alone. */
export const leave: EventKind = {
  name: "leave",
  argument: "NODE",
  summary: "the node is being deleted",
  prepare: (name) =>
    name === ""
      ? undefined
      : (context) => {
          const node = findNode(context, name);
          if ("refused" in node) return node;
          if (typeof node.node.metadata.deletionTimestamp === "string") return { edits: [] };
          const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
          if (moment === undefined) return endOfTime;
          const at = ["objects", node.key, "metadata", "deletionTimestamp"];
          return { edits: [...moment.edits, { at, value: moment.before(1) }] };
        },
};

function joined(context: EventContext, name: string): Happening | Refusal {
  const nodes = seenNodes(context.snapshot);
  if (nodes.some((each) => each.name === name))
    return { refused: `there is a node \`${name}\` already`, help: "simulate `replace` instead" };
  const autoscaled = context.profile.spec.nodes?.autoscaled?.label;
  const workers = nodes.filter(
    ({ node }) =>
      !(
        hasLabel(node, "node-role.kubernetes.io/control-plane") ||
        hasLabel(node, "node-role.kubernetes.io/master")
      ),
  );
  const model =
    workers.find(({ node }) => autoscaled === undefined || !hasLabel(node, autoscaled)) ??
    workers[0];
  if (model === undefined) return { refused: "there is no worker that it could be like" };
  const address = freeAddress(nodes.flatMap((each) => internalAddressOf(each) ?? []));
  return setUp(context, model, { name, address, replaced: undefined });
}

interface Machine extends NewMachine {
  readonly replaced: SeenNode | undefined;
}

function setUp(context: EventContext, model: SeenNode, machine: Machine): Happening | Refusal {
  const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const { name, replaced } = machine;
  const { snapshot, profile } = context;
  const record = ownValue(snapshot.talos ?? {}, model.name);
  const next = record && asSetUp(record, context, moment);
  const active = next?.machineConfig?.active;
  const node = newNode(model, machine, moment);
  const shown = reconciledAnnotations(
    {},
    active === undefined ? {} : configuredAnnotations(active),
    proofKeysOf(profile),
  );
  const rendered = ownValue(snapshot.rendered?.machineConfigs ?? {}, model.name);
  const edits: Edit[] = [
    ...moment.edits,
    { at: ["objects", nodeKeyOf(name)], value: node },
    { at: ["objects", nodeKeyOf(name), "metadata", "annotations"], value: shown },
  ];
  if (next !== undefined) edits.push({ at: ["talos", name], value: asJson(next) });
  if (rendered !== undefined)
    edits.push({ at: ["rendered", "machineConfigs", name], value: asJson(rendered) });
  if (replaced !== undefined) edits.push(...podsAfterBoot(context, name, moment.before(1)));
  return { edits };
}

/** What Talos says of a machine that was just set up; what was not asked of the model is not asked of it. */
function asSetUp(
  { etcd: _, ...record }: TalosNodeRecord,
  { snapshot, profile }: EventContext,
  moment: Moment,
): TalosNodeRecord {
  const entries = declaredEntries(snapshot, profile);
  const keys = proofKeysOf(profile);
  const { active, persistent } = record.machineConfig ?? {};
  const anew = <Config extends NonNullable<typeof active>>(config: Config): Config => ({
    ...config,
    documents: withEntries(
      config.documents.map((document) => withoutAnnotations(document, keys)),
      entries,
    ),
  });
  const machineConfig = {
    ...(active === undefined ? {} : { active: anew(active) }),
    ...(persistent === undefined ? {} : { persistent: anew(persistent) }),
  };
  const fresh = record.machineConfig === undefined ? record : { ...record, machineConfig };
  return booted(fresh, { at: moment.before(30), startedAt: moment.before(20) });
}

function internalAddressOf({ node }: SeenNode): string | undefined {
  return listAt(node, ["status", "addresses"])
    .filter((entry) => textAt(entry, ["type"]) === "InternalIP")
    .map((entry) => textAt(entry, ["address"]))[0];
}

/** An address of a documentation range (RFC 5737) that no node has; undefined where none is known of any. */
function freeAddress(taken: readonly string[]): string | undefined {
  if (taken.length === 0) return undefined;
  const candidates = Array.from({ length: 254 }, (_, index) => `192.0.2.${index + 1}`);
  return candidates.find((candidate) => !taken.includes(candidate));
}
