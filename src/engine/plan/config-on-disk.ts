import { shortenList } from "../../input/shorten-list.ts";
import type { UnmetGuard } from "../decision.ts";
import { diskChangesOf } from "../facts/node/changes/disk-changes.ts";
import { nodeTalosVersion } from "../facts/node/node-talos-version.ts";
import { isTalosCollected } from "../facts/node/talos-record.ts";
import type { Obligation } from "../policy.ts";
import type { PlanContext } from "./plan-context.ts";

/** So many places are named; the rest is counted. */
const NAMED_MAX = 3;

/**
 * A boot starts from the config on disk. What somebody staged there beside the credential, or is only trying, comes into
 * force with it, and nobody has judged that. Whatever it is, it is no part of this step.
 */
export function configOnDisk(
  node: string,
  obligations: readonly Obligation[],
  { nodes }: PlanContext,
): readonly UnmetGuard[] {
  const self = nodes.get(node);
  if (self === undefined || !isTalosCollected(self.subject)) return [];
  const changes = diskChangesOf(self.subject, self.reader.read(nodeTalosVersion));
  if (changes.state === "unknown") {
    const [reason] = changes.reasons;
    return [
      {
        guard: "ConfigOnDisk",
        because: "unknown",
        message: `not known what the next boot starts from: ${reason?.detail ?? "not read"}`,
        meets: reason?.cure ?? `talosctl -n ${node} get machineconfig -o yaml`,
      },
    ];
  }
  if (changes.value.length === 0) return [];
  // A patch writes the whole of the active config to disk, so that of this step takes the staged one back.
  const isPatched = obligations.includes("patch");
  return [
    {
      guard: "ConfigOnDisk",
      because: "seen",
      message: `the config on disk, from which the next boot starts, differs from the active one: ${shortenList(changes.value, NAMED_MAX)}`,
      meets: isPatched
        ? "the patch of this step, which writes the active config to disk"
        : "the active config on disk as well, or the staged one applied and judged first",
      ...(isPatched ? { metBy: node } : {}),
    },
  ];
}
