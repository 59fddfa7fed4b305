import type { UnknownReason } from "../fact.ts";
import type { Place } from "./order-places.ts";

/** What was gone through of the profile's order so far, by the orders that were recorded. */
export interface EarlierSteps {
  /** `open`: why it is not known whether the step ran; undefined for one that did. */
  readonly add: (
    id: string,
    own: readonly Place[],
    open: readonly UnknownReason[] | undefined,
  ) => void;
  /** Tells that all steps that were added are known to come before these places. */
  readonly link: (own: readonly Place[]) => void;
  /** Whether some order shows that every step that was added comes before a step at these places. */
  readonly areAllBefore: (own: readonly Place[]) => boolean;
  /** Of those that ran the last one in the order of `place`. */
  readonly latest: (place: Place) => { readonly id: string; readonly place: Place } | undefined;
  /** Why it is not known whether a step ran that comes after `place`. */
  readonly openAfter: (place: Place) => readonly UnknownReason[];
}

interface InOrder {
  latest: { readonly id: string; readonly place: Place } | undefined;
  open: { readonly reasons: readonly UnknownReason[]; readonly at: number } | undefined;
  /** Place of the last step that was added. */
  last: number;
  count: number;
  /** First place that is after all that was added, while `linkedOf` is how many that were. */
  linkedAt: number;
  linkedOf: number;
}

export function createEarlierSteps(): EarlierSteps {
  const orders = new Map<number, InOrder>();
  let total = 0;
  const of = (order: number): InOrder => {
    const found = orders.get(order);
    if (found !== undefined) return found;
    const made = {
      latest: undefined,
      open: undefined,
      last: -1,
      count: 0,
      linkedAt: 0,
      linkedOf: -1,
    };
    orders.set(order, made);
    return made;
  };
  return {
    add: (id, own, open) => {
      total += 1;
      for (const place of own) addTo(of(place.order), { id, place, open });
    },
    link: (own) => {
      for (const { order, at } of own) {
        const inOrder = of(order);
        if (inOrder.linkedOf === total && inOrder.linkedAt <= at) continue;
        inOrder.linkedAt = at;
        inOrder.linkedOf = total;
      }
    },
    areAllBefore: (own) =>
      total === 0 ||
      own.some(({ order, at }) => {
        const { last, count, linkedAt, linkedOf } = of(order);
        return (count === total && last < at) || (linkedOf === total && linkedAt < at);
      }),
    latest: ({ order }) => of(order).latest,
    openAfter: ({ order, at }) => {
      const { open } = of(order);
      return open !== undefined && open.at > at ? open.reasons : [];
    },
  };
}

function addTo(
  inOrder: InOrder,
  step: {
    readonly id: string;
    readonly place: Place;
    readonly open: readonly UnknownReason[] | undefined;
  },
): void {
  const { id, place, open } = step;
  inOrder.count += 1;
  inOrder.last = Math.max(inOrder.last, place.at);
  if (open === undefined) {
    const { latest } = inOrder;
    if (latest === undefined || latest.place.at < place.at) inOrder.latest = { id, place };
  } else if (inOrder.open === undefined || inOrder.open.at < place.at) {
    inOrder.open = { reasons: open, at: place.at };
  }
}
