import { clusterFiles } from "./cluster-files.ts";
import { declaredFiles } from "./declared-files.ts";
import { historyFiles } from "./history-files.ts";
import { pipelineFiles } from "./pipeline-files.ts";
import type { Planted } from "./planted.ts";
import { talosFiles } from "./talos-files.ts";

/** One small cluster's files as its tools print them, by path, with each secret in every place where one may stand. */
export function plantedFiles(secrets: Planted): Readonly<Record<string, string>> {
  return {
    ...declaredFiles(secrets),
    ...clusterFiles(secrets),
    ...talosFiles(secrets),
    ...pipelineFiles(secrets),
    ...historyFiles(secrets),
  };
}
