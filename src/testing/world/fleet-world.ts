/** The truth about one DaemonSet and the nodes that it is on. Instants are seconds since the epoch. */
export interface FleetWorld {
  readonly nowSeconds: number;
  readonly strategy: "OnDelete" | "RollingUpdate";
  /** What Git says of the gate that holds the fleet; `none`: the profile names no gate. */
  readonly gate: "none" | "declared" | "dropped";
  /** Raised when the DaemonSet is made anew: none of its revisions and pods outlives it. */
  readonly daemonSet: number;
  /** Templates in the order in which they were last wanted, each once; the last is the wanted one. Never empty. */
  readonly templates: readonly string[];
  /** Its number: raised by each move, so that numbers say nothing of how many lie between. */
  readonly generation: number;
  /** The controller has seen the newest template, and recorded it. */
  readonly isObserved: boolean;
  /** Pods made so far: each has a number of its own. */
  readonly podsMade: number;
  readonly nodes: readonly FleetWorldNode[];
  /** What whoever stepped wrote down, and nothing untrue. */
  readonly records: readonly FleetWorldRecord[];
  /** Records tell of which pod they are. */
  readonly recordsTellPod: boolean;
}

export interface FleetWorldNode {
  readonly name: string;
  readonly uid: string;
  readonly role: "control-plane" | "worker";
  readonly isAutoscaled: boolean;
  readonly isReady: boolean;
  readonly isLeaving: boolean;
  /** Somebody's transaction holds it. */
  readonly isHeld: boolean;
  /** Undefined: the controller has not made one yet. */
  readonly pod: FleetWorldPod | undefined;
}

export interface FleetWorldPod {
  readonly uid: string;
  readonly template: string;
  readonly createdAtSeconds: number;
  readonly isReady: boolean;
  /** Deleted, and its kubelet has not let go of it. */
  readonly isTerminating: boolean;
}

export interface FleetWorldRecord {
  readonly node: string;
  readonly template: string;
  readonly podUid: string;
  readonly atSeconds: number;
  /** Undefined: replaced, and not yet checked. */
  readonly result: "verified" | "failed" | undefined;
  readonly judgedAtSeconds: number;
}

export function wantedTemplate({ templates }: FleetWorld): string {
  const wanted = templates.at(-1);
  if (wanted === undefined) throw new Error("a fleet without a template");
  return wanted;
}

/** The pod runs what is wanted now, whoever made it so. */
export function runsWanted(world: FleetWorld, { pod }: FleetWorldNode): boolean {
  return pod?.template === wantedTemplate(world) && !pod.isTerminating;
}

/** Somebody looked at this very pod, and the last look was good. */
export function isVerified({ records }: FleetWorld, { pod }: FleetWorldNode): boolean {
  const own = records.filter(({ podUid }) => podUid === pod?.uid);
  return own.at(-1)?.result === "verified";
}

/** The pod is away, on its way out or not ready, or its machine is. */
export function isDown({ pod, isReady }: FleetWorldNode): boolean {
  return pod === undefined || pod.isTerminating || !pod.isReady || !isReady;
}

/** Nodes whose last look at the wanted template was bad, and that nobody found good since. */
export function failedNodes(world: FleetWorld): readonly string[] {
  const wanted = wantedTemplate(world);
  const last = new Map<string, FleetWorldRecord>();
  for (const record of world.records) if (record.template === wanted) last.set(record.node, record);
  return [...last.values()].filter(({ result }) => result === "failed").map(({ node }) => node);
}
