import type { ClusterObject } from "../../src/snapshot/snapshot.ts";
import { statusOf } from "./cluster.ts";
import { EITHER, type Possible } from "./possible.ts";

// cluster-semantics.md §1.3: from 1.14.0-beta.0 on Talos restarts the runtime by itself when its registry config
// changes; before that, the alphas included, a changed login takes a boot.

/** Whether this node's Talos restarts the runtime by itself; a version that does not parse tells nothing. */
export function restartsByItself(node: ClusterObject): Possible<boolean> {
  const [, major, minor, patch, pre] =
    /^Talos \(v(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?\)$/.exec(
      statusOf(node).nodeInfo?.osImage ?? "",
    ) ?? [];
  if (major === undefined) return EITHER;
  if (Number(major) !== 1) return [Number(major) > 1];
  if (Number(minor) !== 14) return [Number(minor) > 14];
  return [Number(patch) > 0 || pre === undefined || !pre.startsWith("alpha")];
}
