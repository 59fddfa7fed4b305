import { createFactSource } from "../../engine/fact-source.ts";
import { controlledBy } from "../../engine/facts/fleet/revision-history.ts";
import { textAt } from "../../engine/facts/read-object.ts";
import { asJson } from "../../input/as-json.ts";
import type { JsonValue } from "../../input/json-value.ts";
import type { ProfileGate } from "../../profile/profile.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import { isOnDelete, rolledEdits, templateEdits } from "../fleets.ts";
import { findGate, gateSubjectOf, seenDaemonSet } from "../gates.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { findNode } from "../nodes.ts";
import { podsMadeAnew } from "../pods.ts";

/** Helm writes another template. Under OnDelete nothing else happens; else the controller replaces every pod. */
export const templateChange: EventKind = {
  name: "template-change",
  argument: "[GATE]",
  summary: "another template is delivered to the gated DaemonSet; it rolls unless it is OnDelete",
  prepare: (name) => (context) => {
    const gate = findGate(context, name);
    if ("refused" in gate) return gate;
    const { source } = gateSubjectOf(context, gate);
    const daemonSet = seenDaemonSet(source, gate);
    if (daemonSet === undefined) return notRead(gate);
    const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
    if (moment === undefined) return endOfTime;
    const edits = [...moment.edits, ...templateEdits(context, daemonSet, moment.before(50))];
    if (isOnDelete(daemonSet)) return { edits };
    const rolled = rolledEdits(context, edits, { key: daemonSet.key, at: moment.before(20) });
    return "refused" in rolled ? rolled : { edits: [...edits, ...rolled] };
  },
};

type StepResult = "verified" | "failed";

/** Somebody deletes the gated pod of a node, and the controller makes it anew (cluster-semantics §3.3). */
export const step: EventKind = {
  name: "step",
  argument: "NODE[:verified|failed]",
  summary:
    "the node's pod of the gated DaemonSet is deleted and made anew from the newest template",
  prepare: (argument) => {
    const [node = "", word, ...others] = argument.split(":");
    if (node === "" || others.length > 0) return undefined;
    if (word !== undefined && word !== "verified" && word !== "failed") return undefined;
    return (context) => stepped(context, node, word);
  },
};

function stepped(
  context: EventContext,
  name: string,
  result: StepResult | undefined,
): Happening | Refusal {
  const gate = findGate(context, "");
  if ("refused" in gate) return gate;
  const node = findNode(context, name);
  const { index } = createFactSource(context.snapshot, context.profile);
  // Where Nodes were not read, their pods still say on which they are.
  if ("refused" in node && index.podsByNode(name).length === 0) return node;
  const { source } = gateSubjectOf(context, gate);
  const daemonSet = seenDaemonSet(source, gate);
  if (daemonSet === undefined) return notRead(gate);
  const pods = controlledBy(source, daemonSet.object.metadata.uid ?? "", "Pod").filter(
    ({ object }) => textAt(object, ["spec", "nodeName"]) === name,
  );
  if (pods.length === 0) return { refused: `no pod of ${daemonSet.key} was seen on \`${name}\`` };
  const moment = afterSeconds(context.snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const at = moment.before(50);
  const made = podsMadeAnew(context, pods, at);
  const record =
    result && recordOf(made, { gate, node: name, at, verifiedAt: moment.before(1), result });
  const known = (context.snapshot.steps ?? []).map(asJson);
  return {
    edits: [
      ...moment.edits,
      ...made,
      ...(record === undefined ? [] : [{ at: ["steps"], value: [...known, record] }]),
    ],
  };
}

interface Stepped {
  readonly gate: ProfileGate;
  readonly node: string;
  readonly at: string;
  readonly verifiedAt: string;
  readonly result: StepResult;
}

/** The record of who stepped, bound to the revision of the pod that came; none where that is not known. */
function recordOf(
  made: readonly Edit[],
  { gate: { daemonSet }, node, at, verifiedAt, result }: Stepped,
): JsonValue | undefined {
  const pod = made.find(({ value }) => textAt(value, ["kind"]) === "Pod")?.value;
  const revision = textAt(pod, ["metadata", "labels", "controller-revision-hash"]);
  const uid = textAt(pod, ["metadata", "uid"]);
  if (revision === undefined || uid === undefined || daemonSet === undefined) return undefined;
  const name = `${daemonSet.namespace}/${daemonSet.name}`;
  return { daemonSet: name, node, revision, pod: uid, at, result, verifiedAt };
}

function notRead({ name }: ProfileGate): Refusal {
  return { refused: `the DaemonSet of gate \`${name}\` was not read` };
}
