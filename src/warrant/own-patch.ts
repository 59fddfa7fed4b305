import { nodeConfig } from "../engine/facts/node/node-config.ts";
import { nodeLoad } from "../engine/facts/node/node-load.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import type { Obligation } from "../engine/policy.ts";
import type { Judged } from "../engine/subjects.ts";
import { isOnWordAlone } from "./on-word-alone.ts";
import type { SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

type Pair = Judged<NodeCredentialSubject>;
type BoundCredential = Warrant["credentials"][number];

/** What a transaction's own patch takes away of what spoke for the step, once the patch is seen. */
export interface OwnPatch {
  /** What is loaded is not told any more, and for each credential of which that is so the patch is why. */
  readonly tookLoad: boolean;
  /** What may be asked for no more, and is to be done all the same. */
  readonly excused: ReadonlySet<Obligation>;
}

/** @param isActive - The rendered config that was to be written is active. */
export function ownPatchOf(seen: SeenNode, warrant: Warrant, isActive: boolean): OwnPatch {
  const { config, action } = warrant;
  if (!action.obligations.includes("patch")) return { tookLoad: false, excused: new Set() };
  const open = seen.pairs.filter((pair) => isUntold(pair, warrant));
  const tookLoad =
    open.some((pair) => isWrittenSince(pair, warrant)) &&
    open.every((pair) => isWrittenSince(pair, warrant) || boundOf(pair, warrant)?.load === "same");
  const effect = config !== undefined && isActive ? config.effect : "none";
  return {
    tookLoad,
    excused: new Set([...(tookLoad ? byLoad : []), ...(byEffect.get(effect) ?? [])]),
  };
}

const byLoad: readonly Obligation[] = ["restart", "reboot", "verify", "reassert"];
const byEffect: ReadonlyMap<string, readonly Obligation[]> = new Map([
  ["reboot", ["patch", "reboot"]],
  ["runtimeRestart", ["patch", "restart"]],
]);

/**
 * What is loaded is not known, or is the declared credential by nothing but the word of a proof that names no run: it
 * did not count while the config differed, and the own patch has just taken that away.
 */
function isUntold(pair: Pair, warrant: Warrant): boolean {
  const load = pair.reader.read(nodeLoad);
  if (load.state === "unknown") return true;
  const wasChanged = boundOf(pair, warrant)?.load === "changed";
  return wasChanged && load.state === "value" && load.value === "same" && isOnWordAlone(pair);
}

/**
 * The config was known to differ from what is declared, and does not any more. The patch writes the registry config
 * anew, so that the time of its last change stops speaking for the other credentials as well.
 */
function isWrittenSince(pair: Pair, warrant: Warrant): boolean {
  const bound = boundOf(pair, warrant)?.config;
  const config = pair.reader.read(nodeConfig);
  const differed = bound === "changed" || bound === "absent" || bound === "invalid";
  return differed && config.state === "value" && config.value === "same";
}

function boundOf({ subject }: Pair, { credentials }: Warrant): BoundCredential | undefined {
  return credentials.find(({ name }) => name === subject.credential.name);
}
