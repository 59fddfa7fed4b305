export const daemonSetPath = "/objects/apps~1v1~1DaemonSet~1<namespace>~1<name>";
export const podsPath = "/objects/v1~1Pod~1<namespace>~1*";
export const revisionsPath = "/objects/apps~1v1~1ControllerRevision~1<namespace>~1*";
export const deploymentPath = "/objects/apps~1v1~1Deployment~1<namespace>~1<name>";
