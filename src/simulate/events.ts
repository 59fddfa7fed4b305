import type { EventKind } from "./event.ts";
import { clusterUpdate } from "./events/cluster-update.ts";
import { reencrypt, revert, revoke, rotate, rotateUser } from "./events/declaring.ts";
import { join, leave, replace } from "./events/machines.ts";
import { claim, foreignMarker, pull } from "./events/marking.ts";
import { handOff, reassert } from "./events/proving.ts";
import { advance, lose } from "./events/reading.ts";
import { reboot, restartRuntime, upgradeTalos } from "./events/running.ts";
import { cordon, notReady, ready, uncordon } from "./events/scheduling.ts";

/** Every event by name, in the order in which help tells them: the pipeline's, Git's, a node's, a reader's. */
export const EVENTS: readonly EventKind[] = [
  handOff,
  clusterUpdate,
  reassert,
  rotate,
  rotateUser,
  reencrypt,
  revert,
  revoke,
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
