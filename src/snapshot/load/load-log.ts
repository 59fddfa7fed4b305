import type { Problem } from "../../input/problem.ts";
import type { SnapshotGap } from "../snapshot.ts";

/** What the readers of one load tell besides values; each reader adds to it, nobody takes away. */
export interface LoadLog {
  readonly problems: Problem[];
  readonly gaps: SnapshotGap[];
  /** One line each, for a person; no part of the snapshot. */
  readonly notices: string[];
}

export function createLoadLog(): LoadLog {
  return { problems: [], gaps: [], notices: [] };
}
