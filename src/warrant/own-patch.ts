import { nodeConfig } from "../engine/facts/node/node-config.ts";
import { nodeLoad } from "../engine/facts/node/node-load.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import type { Obligation } from "../engine/policy.ts";
import type { Judged } from "../engine/subjects.ts";
import type { SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** What a transaction's own patch takes away of what spoke for the step, once the patch is seen. */
export interface OwnPatch {
  /** Each credential of which it is not known any more what is loaded: its config differed, which told it. */
  readonly tookLoad: boolean;
  /** What may be asked for no more, and is to be done all the same. */
  readonly excused: ReadonlySet<Obligation>;
}

/** @param isActive - The rendered config that was to be written is active. */
export function ownPatchOf(seen: SeenNode, warrant: Warrant, isActive: boolean): OwnPatch {
  const { config, action } = warrant;
  if (!action.obligations.includes("patch")) return { tookLoad: false, excused: new Set() };
  const open = seen.pairs.filter(({ reader }) => reader.read(nodeLoad).state === "unknown");
  const tookLoad = open.length > 0 && open.every((pair) => isWrittenSince(pair, warrant));
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

/** The config was known to differ from what is declared, and does not any more. */
function isWrittenSince(
  { subject, reader }: Judged<NodeCredentialSubject>,
  { credentials }: Warrant,
): boolean {
  const bound = credentials.find(({ name }) => name === subject.credential.name)?.config;
  const config = reader.read(nodeConfig);
  const differed = bound === "changed" || bound === "absent" || bound === "invalid";
  return differed && config.state === "value" && config.value === "same";
}
