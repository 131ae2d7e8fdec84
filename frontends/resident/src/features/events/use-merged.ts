import { useEffect, useState } from "react";
import type { EventItem, EventList } from "./event";
import { merged } from "./merge";

/** At least so many at first, and so many more with each press, where there are so many. */
const step = 10;

interface MergedEvents {
  /** Undefined: not known yet. */
  readonly items: readonly EventItem[] | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** What was asked for last has brought nothing, and there is no more. */
  readonly isVain: boolean;
}

/** Lists as one, which fetches of them what it needs. What comes is shown at once, when there is enough of it. */
export function useMerged(lists: readonly EventList[], isKnown: boolean): MergedEvents {
  const [{ wanted, had }, want] = useState({ wanted: step, had: 0 });
  const { shown, behind } = merged(lists);
  const isShort = isKnown && shown.length < wanted && behind.length > 0;
  // With each drawing: what has come may bring nothing of the chosen kind.
  useEffect(() => {
    if (!isShort) return;
    for (const number of behind) {
      const list = lists[number];
      if (list && !list.isLoadingMore) list.onMore();
    }
  });
  const items = isShort ? shown.slice(0, had) : shown;
  return {
    items: !isKnown || (isShort && items.length === 0) ? undefined : items,
    hasMore: behind.length > 0,
    isLoadingMore: isShort,
    onMore: () => want({ wanted: items.length + step, had: items.length }),
    isVain: had > 0 && behind.length === 0 && items.length <= had,
  };
}
