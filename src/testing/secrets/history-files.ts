import { encrypted, encryptedPath } from "./declared-files.ts";
import type { Planted } from "./planted.ts";

/** What was declared before, as Git tells it with all context, and pulls that somebody tried. */
export function historyFiles(secrets: Planted): Readonly<Record<string, string>> {
  return { "history.log": gitLog(secrets), "probes.yaml": probes };
}

function gitLog(secrets: Planted): string {
  const added = encrypted(secrets)
    .trimEnd()
    .split("\n")
    .map((line) => `+${line}`);
  return `commit ${"1".repeat(40)}
2026-07-01T09:00:00Z (HEAD -> main)

diff --git a/${encryptedPath} b/${encryptedPath}
new file mode 100644
index 0000000..1111111
--- /dev/null
+++ b/${encryptedPath}
@@ -0,0 +1,${added.length} @@
${added.join("\n")}
`;
}

const probes = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Probes
probes:
  - credential: registry
    node: worker-1
    image: registry.example/operator:v1.2.3
    through: kubelet
    uncached: true
    result: pulled
    bootId: boot-worker-1
    at: "2026-08-06T16:00:00Z"
`;
