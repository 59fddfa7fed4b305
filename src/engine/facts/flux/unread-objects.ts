import { groupBy } from "../../../input/group-by.ts";
import { shortenList } from "../../../input/shorten-list.ts";
import type { UnknownReason } from "../fact.ts";
import { readCommand } from "./find-object.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";

/** An object that somebody waits for, and why it is not known how it fares. */
export interface UnreadObject {
  readonly id: ObjectId;
  readonly reasons: readonly UnknownReason[];
}

/** More names than these help nobody. */
const NAMES_TOLD_MAX = 3;

/** One reason for each kind of object and code, so that a long inventory reads like a short one. */
export function unreadReasons(
  who: string,
  unread: readonly UnreadObject[],
): readonly UnknownReason[] {
  const reasons = unread.flatMap(({ id, reasons: each }) =>
    each.map((reason) => ({ id, ...reason })),
  );
  const groups = groupBy(reasons, ({ id, code }) => `${code} ${id.group}/${id.kind}`);
  return [...groups.values()].map((group): UnknownReason => {
    const [{ code, id, detail, cure }] = group;
    if (group.length === 1) return cure === undefined ? { code, detail } : { code, detail, cure };
    const names = group.map((each) => formatObjectId(each.id));
    return {
      code,
      detail: `of what ${who} waits for it is not known how it fares: ${shortenList(names, NAMES_TOLD_MAX)}`,
      cure: cure ?? readCommand(id),
    };
  });
}
