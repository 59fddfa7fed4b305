import {
  type FleetWorld,
  type FleetWorldNode,
  type FleetWorldRecord,
  isDown,
  wantedTemplate,
} from "../fleet-world.ts";
import { atPlace } from "./at-place.ts";

/** What may happen to a fleet. Nodes are named by place, modulo how many there are. */
export type FleetEvent =
  /** Another template is delivered; it may be one that was wanted before. Under RollingUpdate every pod follows. */
  | { readonly type: "template"; readonly template: string; readonly isObserved: boolean }
  /** Somebody replaces the pod on purpose, and writes down what came of it, or nothing. */
  | { readonly type: "step"; readonly node: number; readonly record: StepOutcome | "lost" }
  /** Somebody looks at a pod that is there already, and writes down what came of it. */
  | { readonly type: "check"; readonly node: number; readonly result: "verified" | "failed" }
  /** A boot makes the pod anew from the newest template, whatever anybody approved. */
  | { readonly type: "reboot"; readonly node: number }
  | { readonly type: "join"; readonly role: FleetWorldNode["role"]; readonly isAutoscaled: boolean }
  | { readonly type: "leave" | "gone"; readonly node: number }
  | {
      readonly type: "pod";
      readonly node: number;
      readonly is: "ready" | "notReady" | "terminating" | "away";
    }
  | {
      readonly type: "node";
      readonly node: number;
      readonly is: "ready" | "notReady" | "held" | "free";
    }
  /** Git takes the gate back, or declares it. */
  | { readonly type: "gate"; readonly gate: "declared" | "dropped" }
  /** The controller catches up: it records the template, and makes the pods that are lacking. */
  | { readonly type: "settle" }
  /** Somebody deletes the DaemonSet and makes it anew, with all pods. */
  | { readonly type: "recreate" };

export type StepOutcome = "verified" | "failed" | "unjudged";

const SECONDS_PER_EVENT = 60;
export const FLEET_NODES_MAX = 4;

/** Lets one event happen, a minute after the last one. */
export function fleetHappens(before: FleetWorld, event: FleetEvent): FleetWorld {
  const world = { ...before, nowSeconds: before.nowSeconds + SECONDS_PER_EVENT };
  switch (event.type) {
    case "template":
      return moveTemplate(world, event.template, event.isObserved);
    case "step":
      return stepPod(world, event.node, event.record);
    case "check":
      return checkPod(world, event.node, event.result);
    case "reboot":
      return makePod(
        onNode(world, event.node, (node) => ({ ...node, isReady: true })),
        event.node,
      );
    case "join":
      return joinNode(world, event.role, event.isAutoscaled);
    case "leave":
      return onNode(world, event.node, (node) => ({ ...node, isLeaving: true }));
    case "gone":
      return removeNode(world, event.node);
    case "pod":
      return onNode(world, event.node, (node) => turnPod(node, event.is));
    case "node":
      return onNode(world, event.node, (node) => turnNode(node, event.is));
    case "gate":
      return world.gate === "none" ? world : { ...world, gate: event.gate };
    case "settle":
      return settle(world);
    case "recreate":
      return everyPodAnew({
        ...world,
        daemonSet: world.daemonSet + 1,
        templates: world.templates.slice(-1),
      });
  }
}

function moveTemplate(world: FleetWorld, template: string, isObserved: boolean): FleetWorld {
  if (template === wantedTemplate(world)) return world;
  const others = world.templates.filter((each) => each !== template);
  const moved = { ...world, templates: [...others, template], generation: world.generation + 1 };
  return world.strategy === "RollingUpdate" ? everyPodAnew(moved) : { ...moved, isObserved };
}

function everyPodAnew(world: FleetWorld): FleetWorld {
  const made = world.nodes.reduce((before, _node, place) => makePod(before, place), world);
  return { ...made, isObserved: true };
}

/** The controller makes a pod from the template that is wanted now, and so has seen it. */
function makePod(world: FleetWorld, place: number): FleetWorld {
  const pod = {
    uid: `uid-pod-${world.podsMade}`,
    template: wantedTemplate(world),
    createdAtSeconds: world.nowSeconds - SECONDS_PER_EVENT / 2,
    isTerminating: false,
  };
  const made = { ...world, podsMade: world.podsMade + 1, isObserved: true };
  return onNode(made, place, (node) => ({ ...node, pod: { ...pod, isReady: node.isReady } }));
}

function stepPod(world: FleetWorld, place: number, outcome: StepOutcome | "lost"): FleetWorld {
  const made = makePod(world, place);
  if (outcome === "lost") return made;
  return withRecord(made, place, outcome === "unjudged" ? undefined : outcome);
}

function checkPod(world: FleetWorld, place: number, result: "verified" | "failed"): FleetWorld {
  const node = nodeAt(world, place);
  // Nobody finds good what is not up.
  return node === undefined || isDown(node) ? world : withRecord(world, place, result);
}

function withRecord(
  world: FleetWorld,
  place: number,
  result: FleetWorldRecord["result"],
): FleetWorld {
  const node = nodeAt(world, place);
  if (node?.pod === undefined) return world;
  const { uid, template, createdAtSeconds } = node.pod;
  const record: FleetWorldRecord = {
    node: node.name,
    template,
    podUid: uid,
    atSeconds: createdAtSeconds,
    result,
    judgedAtSeconds: world.nowSeconds,
  };
  return { ...world, records: [...world.records, record] };
}

function joinNode(
  world: FleetWorld,
  role: FleetWorldNode["role"],
  isAutoscaled: boolean,
): FleetWorld {
  if (world.nodes.length >= FLEET_NODES_MAX) return world;
  const node: FleetWorldNode = {
    name: `${role}-${world.podsMade}`,
    uid: `uid-node-${world.podsMade}`,
    role,
    isAutoscaled,
    isReady: true,
    isLeaving: false,
    isHeld: false,
    pod: undefined,
  };
  return makePod({ ...world, nodes: [...world.nodes, node] }, world.nodes.length);
}

function removeNode(world: FleetWorld, place: number): FleetWorld {
  if (world.nodes.length < 2) return world;
  const gone = nodeAt(world, place);
  return { ...world, nodes: world.nodes.filter((node) => node !== gone) };
}

function turnPod(
  node: FleetWorldNode,
  is: "ready" | "notReady" | "terminating" | "away",
): FleetWorldNode {
  const { pod } = node;
  if (pod === undefined || is === "away") return { ...node, pod: undefined };
  if (is === "terminating") return { ...node, pod: { ...pod, isTerminating: true } };
  return { ...node, pod: { ...pod, isReady: is === "ready" && node.isReady } };
}

function turnNode(
  node: FleetWorldNode,
  is: "ready" | "notReady" | "held" | "free",
): FleetWorldNode {
  if (is === "held" || is === "free") return { ...node, isHeld: is === "held" };
  const { pod } = node;
  // The node lifecycle controller takes the pods of a node that is heard no more for not ready.
  const seen = is === "notReady" && pod !== undefined ? { ...pod, isReady: false } : pod;
  return { ...node, isReady: is === "ready", pod: seen };
}

function settle(world: FleetWorld): FleetWorld {
  const lacking = world.nodes.flatMap(({ pod }, place) =>
    pod === undefined || pod.isTerminating ? [place] : [],
  );
  return { ...lacking.reduce(makePod, world), isObserved: true };
}

function nodeAt({ nodes }: FleetWorld, place: number): FleetWorldNode | undefined {
  return nodes[place % Math.max(1, nodes.length)];
}

function onNode(
  world: FleetWorld,
  place: number,
  change: (node: FleetWorldNode) => FleetWorldNode,
): FleetWorld {
  return { ...world, nodes: atPlace(world.nodes, place, change) };
}
