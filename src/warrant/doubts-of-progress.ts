import type { UnknownReason } from "../engine/facts/fact.ts";
import { type Known, reasonsOf } from "../engine/facts/known.ts";
import { configAtBoot } from "../engine/facts/node/config-at-boot.ts";
import { nodeLoad } from "../engine/facts/node/node-load.ts";
import type { Phase } from "../engine/plan/phases.ts";
import { isDisruptive } from "../engine/policy.ts";
import { type Doubt, moved, unconfirmed } from "./doubt.ts";
import { isOnWordAlone } from "./on-word-alone.ts";
import { isBack, isDenied, isProofWritten } from "./phase-proofs.ts";
import type { Question } from "./question.ts";

/**
 * What a reboot or a restart loads is what was configured: it must be what is declared. Before, only a step that patches
 * may be begun without knowing it; once the node is claimed nobody could tell whether the patch is done.
 */
export function doubtConfig(
  { warrant, claim }: Question,
  config: Known<boolean>,
  isConsumed: boolean,
): readonly Doubt[] {
  if (config.state === "unknown") {
    const patches = warrant.action.obligations.includes("patch");
    const isBegun = isConsumed || claim === "own";
    return patches && !isBegun ? [] : unconfirmed("config", "same", config.reasons);
  }
  if (!isConsumed || config.value) return [];
  return moved({ fact: "config", bound: "same", now: "another than declared" });
}

/**
 * A reboot starts from the config on disk. One that patches nothing before was decided because that was known; one that
 * patches is patched once it is seen there too, but for versions of Talos that cannot tell it.
 */
export function doubtDisk(
  { seen, warrant, claim }: Question,
  { isConsumed, isWritten }: { readonly isConsumed: boolean; readonly isWritten: boolean },
): readonly Doubt[] {
  const { obligations } = warrant.action;
  if (isConsumed || !obligations.includes("reboot")) return [];
  const patches = obligations.includes("patch");
  if (patches && (!isWritten || claim === "none")) return [];
  const reasons = reasonsOf(seen.pairs.map(({ reader }) => reader.read(configAtBoot)));
  const isUntold = patches && reasons.some(({ code }) => code === "NotRecorded");
  return reasons.length > 0 && !isUntold ? unconfirmed("configAtBoot", "same", reasons) : [];
}

export function doubtReady({ seen }: Question, remaining: readonly Phase[]): readonly Doubt[] {
  const back = isBack(seen);
  return remaining[0] === "ready" && back.state === "unknown"
    ? unconfirmed("node.ready", true, back.reasons)
    : [];
}

/** The registry refused what the runtime works with now: another pull would not make it the declared credential. */
export function doubtPull({ seen, warrant }: Question, isConsumed: boolean): readonly Doubt[] {
  const { obligations } = warrant.action;
  const isPending = isDisruptive(obligations) && !isConsumed;
  if (!obligations.includes("verify") || isPending) return [];
  return seen.pairs
    .filter((pair) => isDenied(pair, warrant))
    .flatMap(({ subject }) =>
      moved({
        fact: `credentials.${subject.credential.name}.pull`,
        bound: "pulled",
        now: "denied",
      }),
    );
}

/**
 * The boot may have come from elsewhere, before the patch: then the runtime has what it had. A proof that names no run,
 * and may have been there all along, does not tell; nothing is written on its word.
 */
export function doubtWord(
  { seen, warrant }: Question,
  { next, isConsumed }: { readonly next: Phase | "done"; readonly isConsumed: boolean },
): readonly Doubt[] {
  if (!isConsumed || (next !== "reassert" && next !== "done")) return [];
  const sure = new Set(
    warrant.credentials.filter(({ load }) => load === "same").map(({ name }) => name),
  );
  return seen.pairs
    .filter((pair) => !sure.has(pair.subject.credential.name) && !isProofWritten(pair, warrant))
    .filter((pair) => {
      const load = pair.reader.read(nodeLoad);
      return load.state === "value" && load.value === "same" && isOnWordAlone(pair);
    })
    .flatMap(({ subject }) =>
      unconfirmed(`credentials.${subject.credential.name}.load`, "same", [
        onWordOf(subject.node.metadata.name),
      ]),
    );
}

function onWordOf(node: string): UnknownReason {
  return {
    code: "NotRecorded",
    detail: "only a proof that names no run of the runtime says so, and it may be from before",
    cure: `talosctl -n ${node} get services cri -o yaml and get etcfilestatus cri/conf.d/cri.toml -o yaml`,
  };
}
