/** For an object that lacks what kubectl always writes: somebody cut it or wrote it by hand. */
export const asKubectlWrites = "give the object as `kubectl get -o json` writes it";

/** For objects that were read at different times. */
export const readPodsAgain = "read pods and ControllerRevisions again, together";
export const readDaemonSetAgain = "read the DaemonSet and its ControllerRevisions again, together";
