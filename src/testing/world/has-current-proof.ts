import { declaredNow, type WorldCredential } from "./world-credential.ts";
import { isSameRun, runOf, type WorldNode } from "./world-node.ts";

/** Whether the marker on the Node names the declared revision, and the present run of the runtime. */
export function hasCurrentProof(node: WorldNode, credential: WorldCredential): boolean {
  const marker = node.shown[credential.name];
  if (marker === undefined || marker.revision !== declaredNow(credential).revision) return false;
  return isSameRun(marker.run, runOf(node));
}
