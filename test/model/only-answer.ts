import type { Asked } from "./cluster.ts";
import { configured } from "./configured.ts";
import { historyOf, othersOf } from "./history.ts";
import { latestStartMs } from "./runtime-start.ts";

// node-decision.md, first `whenUnknown`: no other credential could answer a pull, since none was ever declared, it is
// known to be revoked, or it was first declared after the runtime started. Decision 0026: one that is configured could.

export function isOnlyAnswer(asked: Asked): boolean {
  const history = historyOf(asked);
  if (history === "notCollected" || history === "unread") return false;
  if (configured(asked).includes("changed")) return false;
  const latest = latestStartMs(asked);
  return othersOf(history).every(
    ({ isRevoked, firstMs }) =>
      isRevoked || (latest !== undefined && firstMs !== undefined && latest < firstMs),
  );
}
