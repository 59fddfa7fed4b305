import type { MachineConfigRecord } from "../../src/snapshot/snapshot.ts";
import { type Asked, activeOf, isTalosCollected, loginIn, talosOf } from "./cluster.ts";
import { declaredFingerprint, isSameLogin } from "./declared.ts";
import type { Possible } from "./possible.ts";

// node-decision.md, "Three questions": C, what the machine config holds, against D.

export type Configured = "same" | "changed" | "absent" | "notCollected";

export function configured(asked: Asked): Possible<Configured> {
  return isTalosCollected(asked) ? loginOf(asked, activeOf(asked, asked.node)) : ["notCollected"];
}

function loginOf(asked: Asked, config: MachineConfigRecord | undefined): Possible<Configured> {
  if (config === undefined) return ["same", "changed", "absent"];
  const entry = loginIn(config, asked.credential.host);
  if (entry === undefined) return ["absent"];
  if (!entry.consistent) return ["changed"];
  return isSameLogin(entry.fingerprint, declaredFingerprint(asked)).map((is) =>
    is ? "same" : "changed",
  );
}

/** Decision 0015: whether a boot would load the declared credential, with which both configs must agree. */
export function isConfiguredAtBoot(asked: Asked): Possible<boolean> {
  if (!isTalosCollected(asked)) return [false];
  const { active, persistent } = talosOf(asked, asked.node)?.machineConfig ?? {};
  const [now, next] = [loginOf(asked, active), loginOf(asked, persistent)];
  return [now, next].every((each) => each.every((value) => value === "same"))
    ? [true]
    : [now, next].every((each) => each.includes("same"))
      ? [true, false]
      : [false];
}
