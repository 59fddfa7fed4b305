import { compareTalosVersions, parseTalosVersion } from "../../effects/talos-version.ts";
import { known, type ReadFact, type UnknownReason } from "../fact.ts";
import { type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";

/** siderolabs/talos 7e58e0442: `cri.ServiceController` restarts the runtime when its config changes. */
const RESTARTS_SINCE = parseTalosVersion("v1.14.0-beta.0");

/**
 * Whether the node's Talos restarts the container runtime beneath a node that stays Ready, within one boot. That
 * is what this Talos does, not what a change costs: an effect table may ask for a reboot all the same.
 */
export function restartsWithinBoot(read: ReadFact<NodeCredentialSubject>): Known<boolean> {
  const version = read(nodeTalosVersion);
  if (version.state === "unknown") return unknownFor(version.reasons);
  const parsed = version.state === "value" ? parseTalosVersion(version.value) : undefined;
  if (parsed === undefined || RESTARTS_SINCE === undefined) return unknownFor([noVersion]);
  return known(compareTalosVersions(parsed, RESTARTS_SINCE) >= 0);
}

const noVersion: UnknownReason = { code: "Unparsable", detail: "no Talos version" };
