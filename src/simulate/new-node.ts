import { listAt, recordAt, textAt } from "../engine/facts/read-object.ts";
import { isObject, type JsonObject, type JsonValue } from "../input/json-value.ts";
import { ownValue } from "../input/own-value.ts";
import { madeUpId } from "./made-up.ts";
import type { Moment } from "./moment.ts";
import type { SeenNode } from "./nodes.ts";

/** The name and the address under which another machine is set up. */
export interface NewMachine {
  readonly name: string;
  /** Undefined: none, since none of the model is known. */
  readonly address: string | undefined;
}

/** The Node of a machine that was just set up: like its model's, with identities and times of its own. */
export function newNode(
  { node, name: modelName }: SeenNode,
  machine: NewMachine,
  moment: Moment,
): JsonObject {
  const { name, address } = machine;
  const at = moment.before(5);
  const { labels = {}, uid, creationTimestamp } = node.metadata;
  const hostname = "kubernetes.io/hostname";
  const status = recordAt(node, ["status"]);
  const id = (what: string): string => madeUpId([what, name, uid ?? "", at]);
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        ...labels,
        ...(ownValue(labels, hostname) === modelName ? { [hostname]: name } : {}),
      },
      ...(uid === undefined ? {} : { uid: id("uid") }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp: at }),
    },
    spec: { taints: lasting(listAt(node, ["spec", "taints"])) },
    ...(status === undefined ? {} : { status: statusOf(status, { id, at, name, address }) }),
  };
}

/** Taints that the machine's config gives it, and not those of its present state. */
function lasting(taints: readonly JsonValue[]): readonly JsonValue[] {
  return taints.filter((taint) =>
    (textAt(taint, ["key"]) ?? "").startsWith("node-role.kubernetes.io/"),
  );
}

function statusOf(
  status: JsonObject,
  {
    id,
    at,
    name,
    address,
  }: {
    readonly id: (what: string) => string;
    readonly at: string;
    readonly name: string;
    readonly address: string | undefined;
  },
): JsonObject {
  const { nodeInfo, conditions, addresses } = status;
  const ids = { bootID: id("boot"), machineID: id("machine"), systemUUID: id("system") };
  const info = isObject(nodeInfo) ? nodeInfo : {};
  const fresh = Object.entries(ids).filter(([key]) => info[key] !== undefined);
  return {
    ...status,
    ...(nodeInfo === undefined ? {} : { nodeInfo: { ...info, ...Object.fromEntries(fresh) } }),
    ...(conditions === undefined
      ? {}
      : {
          conditions: listAt(status, ["conditions"]).map((condition) =>
            isObject(condition)
              ? {
                  ...condition,
                  lastTransitionTime: at,
                  ...(condition.type === "Ready" ? { status: "True" } : {}),
                }
              : condition,
          ),
        }),
    ...(addresses === undefined
      ? {}
      : {
          addresses: [
            { type: "Hostname", address: name },
            ...(address === undefined ? [] : [{ type: "InternalIP", address }]),
          ],
        }),
  };
}
