import { parseTalosVersion } from "../../engine/effects/talos-version.ts";
import { bootIdOf, osImageOf } from "../../engine/facts/node/node-object.ts";
import { asJson } from "../../input/as-json.ts";
import { ownValue } from "../../input/own-value.ts";
import { readySince } from "../conditions.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { madeUpId } from "../made-up.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { findNode, type SeenNode } from "../nodes.ts";
import { podsAfterBoot } from "../pods.ts";
import { booted } from "../runtime.ts";
import { configuredAnnotations, proofKeysOf, reconciledAnnotations } from "../talos-annotations.ts";

/** How long a reboot takes where the profile does not say. */
const REBOOT_MINUTES_DEFAULT = 5;
const SECONDS_PER_MINUTE = 60;
/** Before the evidence is read again: the boot, the runtime after it, and the kubelet that reports Ready. */
const BOOT_SECONDS = 50;
const RUNTIME_SECONDS = 44;
const READY_SECONDS = 5;

/**
 * A reboot (cluster-semantics §1.3, §1.6): the boot id and the transition to Ready are new, a staged config becomes active, and the
 * runtime starts after its config was written, which Talos keeps in memory and so writes at each boot.
 */
export const reboot: EventKind = {
  name: "reboot",
  argument: "NODE",
  summary: "the node boots anew and loads what its config holds",
  prepare: (name) => (name === "" ? undefined : (context) => onNode(context, name, rebooted)),
};

/** `talosctl upgrade` (cluster-semantics §1.6): another version, and the reboot that goes with it. */
export const upgradeTalos: EventKind = {
  name: "upgrade-talos",
  argument: "NODE:VERSION",
  summary: "the node boots into another Talos version",
  prepare: (argument) => {
    const [name = "", version = "", ...others] = argument.split(":");
    if (name === "" || others.length > 0 || parseTalosVersion(version) === undefined)
      return undefined;
    const text = version.startsWith("v") ? version : `v${version}`;
    return (context) => onNode(context, name, (node) => upgraded(node, context, text));
  },
};

/**
 * The container runtime alone starts anew, as Talos does from 1.14 on and a crash does anywhere: no boot, no transition of Ready,
 * and the pods live on (cluster-semantics §1.3).
 */
export const restartRuntime: EventKind = {
  name: "restart-runtime",
  argument: "NODE",
  summary: "the container runtime of the node starts anew, without a boot",
  prepare: (name) =>
    name === ""
      ? undefined
      : (context) =>
          onNode(context, name, (node) => {
            const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
            if (moment === undefined) return endOfTime;
            const started = ownValue(context.snapshot.talos ?? {}, node.name)?.runtimeStartedAt;
            const at = ["talos", node.name, "runtimeStartedAt"];
            const value = moment.before(1);
            return { edits: [...moment.edits, ...(started === undefined ? [] : [{ at, value }])] };
          }),
};

function onNode(
  context: EventContext,
  name: string,
  happen: (node: SeenNode, context: EventContext) => Happening | Refusal,
): Happening | Refusal {
  const node = findNode(context, name);
  return "refused" in node ? node : happen(node, context);
}

function rebooted(seen: SeenNode, context: EventContext): Happening | Refusal {
  const { snapshot, profile } = context;
  const { key, name, node } = seen;
  const minutes = profile.spec.nodes?.minutesPerReboot ?? REBOOT_MINUTES_DEFAULT;
  const moment = afterSeconds(snapshot, minutes * SECONDS_PER_MINUTE);
  if (moment === undefined) return endOfTime;
  const at = moment.before(BOOT_SECONDS);
  const bootId = bootIdOf(node);
  const record = ownValue(snapshot.talos ?? {}, name);
  const next = record && booted(record, { at, startedAt: moment.before(RUNTIME_SECONDS) });
  const active = next?.machineConfig?.active;
  const { annotations } = node.metadata;
  const edits: Edit[] = [...moment.edits, ...readySince(seen, true, moment.before(READY_SECONDS))];
  if (bootId !== undefined)
    edits.push({
      at: ["objects", key, "status", "nodeInfo", "bootID"],
      value: madeUpId(["boot", name, bootId, at]),
    });
  if (next !== undefined) edits.push({ at: ["talos", name], value: asJson(next) });
  if (active !== undefined && annotations !== undefined)
    edits.push({
      at: ["objects", key, "metadata", "annotations"],
      value: reconciledAnnotations(
        annotations,
        configuredAnnotations(active),
        proofKeysOf(profile),
      ),
    });
  return { edits: [...edits, ...podsAfterBoot(context, name, moment.before(READY_SECONDS))] };
}

function upgraded(seen: SeenNode, context: EventContext, version: string): Happening | Refusal {
  const happening = rebooted(seen, context);
  if ("refused" in happening) return happening;
  const told = ownValue(context.snapshot.talos ?? {}, seen.name)?.version;
  const osImage = osImageOf(seen.node);
  return {
    edits: [
      ...happening.edits,
      ...(told === undefined ? [] : [{ at: ["talos", seen.name, "version"], value: version }]),
      ...(osImage === undefined
        ? []
        : [
            {
              at: ["objects", seen.key, "status", "nodeInfo", "osImage"],
              value: `Talos (${version})`,
            },
          ]),
    ],
  };
}
