// Input that must be refused: one folder with one mistake a file, so that a run shows whether all are reported.
import { booted, machines, node, nodeUid } from "./cluster.mjs";
import { profile } from "./profiles.mjs";
import { base64, kubectlJson, list, uuid } from "./shapes.mjs";
import { manifest } from "./stalled-gate.mjs";

const takenAt = "2026-08-06T17:20:00Z";

export function mistakes() {
  const [machine] = booted(machines(), "2026-07-28T04:41:12Z", 0);
  const again = { ...machine, incarnation: "second" };
  return {
    "profile.yaml": profile({ name: "mistakes", depth: 3, parts: [] }),
    "manifest.yaml": manifest({ name: "mistakes", takenAt, depth: 3 }),
    "nodes.json": kubectlJson(list([machine, again].map((each) => node(each, takenAt, {})))),
    "unknown.yaml": `services:
  web:
    image: nginx:1.29
    ports:
      - "8080:80"
`,
    "secret.yaml": `apiVersion: v1
kind: Secret
metadata:
  name: dashboard-login
  namespace: monitoring
  uid: ${uuid("secret/dashboard-login")}
  resourceVersion: "180411902"
  creationTimestamp: "2026-03-02T10:11:12Z"
type: Opaque
data:
  token: ${base64("planted-secret-value-123456")}
`,
    "node-annotation.yaml": `apiVersion: v1
kind: Node
metadata:
  name: prod-worker-9
  uid: ${nodeUid({ name: "prod-worker-9" })}
  creationTimestamp: "2026-06-20T08:31:40Z"
  annotations:
    x: 5e10
status:
  addresses:
    - address: 10.0.1.19
      type: InternalIP
`,
  };
}
