import type { UnknownReasonCode } from "../../../snapshot/snapshot.ts";

/** Why an object that is looked up may be unknown. */
export const objectReasons: readonly UnknownReasonCode[] = [
  "NotRead",
  "Forbidden",
  "Unreachable",
  "Partial",
  "Skewed",
  "Unparsable",
];

/** Why what is joined from several objects may be unknown. */
export const joinReasons: readonly UnknownReasonCode[] = [...objectReasons, "Inconsistent"];

export const daemonSetPath = "/objects/apps~1v1~1DaemonSet~1{namespace}~1{name}";
export const podsPath = "/objects/v1~1Pod~1{namespace}~1*";
export const revisionsPath = "/objects/apps~1v1~1ControllerRevision~1{namespace}~1*";
export const deploymentPath = "/objects/apps~1v1~1Deployment~1{namespace}~1{name}";
