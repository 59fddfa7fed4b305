import type { EventKind } from "./event.ts";
import { clusterUpdate } from "./events/cluster-update.ts";
import { reencrypt, revert, revoke, rotate, rotateUser } from "./events/declaring.ts";
import { activate, release, rollback } from "./events/declaring-gates.ts";
import { deploy } from "./events/deploying.ts";
import { current, failed } from "./events/faring.ts";
import { join, leave, replace } from "./events/machines.ts";
import { claim, foreignMarker, pull } from "./events/marking.ts";
import { handOff, reassert } from "./events/proving.ts";
import { advance, lose } from "./events/reading.ts";
import { reconcile } from "./events/reconciling.ts";
import { reboot, restartRuntime, upgradeTalos } from "./events/running.ts";
import { cordon, notReady, ready, uncordon } from "./events/scheduling.ts";
import { step, templateChange } from "./events/stepping.ts";
import { push, resume, suspend } from "./events/suspending.ts";

/** Every event by name, in the order in which help tells them: the pipeline's, Git's, a gate's, Flux', a node's, a reader's. */
export const EVENTS: readonly EventKind[] = [
  handOff,
  clusterUpdate,
  reassert,
  rotate,
  rotateUser,
  reencrypt,
  revert,
  revoke,
  activate,
  release,
  rollback,
  templateChange,
  deploy,
  step,
  push,
  reconcile,
  suspend,
  resume,
  current,
  failed,
  reboot,
  restartRuntime,
  upgradeTalos,
  pull,
  notReady,
  ready,
  cordon,
  uncordon,
  foreignMarker,
  claim,
  replace,
  join,
  leave,
  lose,
  advance,
];
