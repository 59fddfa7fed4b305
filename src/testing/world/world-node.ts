import { restartsRuntimeSince } from "./talos-versions.ts";
import type { Run } from "./world-credential.ts";

export interface WorldNode {
  readonly name: string;
  readonly uid: string;
  readonly machineId: string;
  readonly role: "control-plane" | "worker";
  readonly isAutoscaled: boolean;
  /** The autoscaler was told to leave it where it is. */
  readonly isKept: boolean;
  /** With leading v. */
  readonly talosVersion: string;
  readonly isLeaving: boolean;
  readonly isReady: boolean;
  readonly readyChangedAtSeconds: number;
  readonly isCordoned: boolean;
  /** Keys of taints with effect NoSchedule, the cordon's own aside. */
  readonly taints: readonly string[];
  readonly bootId: string;
  /** What the container runtime works with: the truth that no snapshot shows. */
  readonly loaded: Logins;
  readonly runtimeStartedAtSeconds: number;
  readonly registryConfigUpdatedAtSeconds: number;
  readonly active: WorldMachineConfig;
  /** On disk: what the next boot makes active. */
  readonly persistent: WorldMachineConfig;
  readonly activeUpdatedAtSeconds: number;
  /** On the Node object, by credential. */
  readonly shown: Markers;
  /** Names of the credentials whose markers on the Node Talos owns. */
  readonly owned: readonly string[];
  /** Talos cannot write the Node: not one annotation moves until it can again. */
  readonly isApplyFailing: boolean;
  readonly hold: Hold | undefined;
  readonly etcd: EtcdHealth;
  /** Revision of the gated DaemonSet that the node's pod runs; without a gate it means nothing. */
  readonly podRevision: number;
}

/** Login by the credential's name; none: the host is not configured. */
export type Logins = Readonly<Record<string, string>>;
export type Markers = Readonly<Record<string, Marker>>;

export interface WorldMachineConfig {
  readonly logins: Logins;
  readonly markers: Markers;
  readonly settings: Settings;
}

/** Values of what else a machine config holds, one of each kind of effect. */
export type Settings = Readonly<Record<SettingName, string>>;
export const SETTING_NAMES = ["sysctl", "environment", "unheardOf"] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** A claim as it is written on a Node: true when it was written, unless somebody else wrote it. */
export interface Marker {
  readonly revision: string;
  readonly image: string;
  readonly run: Run;
}

/** What a transaction writes on a Node that it holds. */
export interface Hold {
  readonly owner: string | undefined;
  readonly phase: "claimed" | "mutating" | undefined;
  readonly recovery: string | undefined;
}

export type EtcdHealth = "healthy" | "learner" | "errors" | "alarm" | "silent";

export function runOf(node: WorldNode): Run {
  const { name, uid, bootId, runtimeStartedAtSeconds, talosVersion } = node;
  const restartsRuntime = restartsRuntimeSince(talosVersion);
  return { name, uid, bootId, runtimeStartedAtSeconds, restartsRuntime };
}

export function isSameRun(a: Run, b: Run): boolean {
  return (
    a.uid === b.uid &&
    a.bootId === b.bootId &&
    a.runtimeStartedAtSeconds === b.runtimeStartedAtSeconds
  );
}
