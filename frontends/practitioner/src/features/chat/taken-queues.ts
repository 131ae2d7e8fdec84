/** Which queues one takes customers from: remembered in this tab. New queues count until they are left out. */
import type { WorkedChatQueueJson } from "@kajo/shared/rpc";
import { inTab } from "@kajo/shared/storage";
import { useState } from "react";

const name = "kajo.chat.leftOutQueues";

const leftOutBefore = (): readonly string[] => inTab.get(name)?.split(",").filter(Boolean) ?? [];

/** Those in which customers wait here, not at another provider. */
export const ownQueues = (queues: readonly WorkedChatQueueJson[]): readonly string[] =>
  queues.flatMap(({ chatQueueId, external }) => (chatQueueId && !external ? [chatQueueId] : []));

/** Leaving all of them out would leave nobody to take: then it is as if none were. */
export function takenFrom(queues: readonly string[], leftOut: readonly string[]): readonly string[] {
  const taken = queues.filter((id) => !leftOut.includes(id));
  return taken.length > 0 ? taken : queues;
}

export function useTakenQueues(queues: readonly WorkedChatQueueJson[]) {
  const [leftOut, setLeftOut] = useState(leftOutBefore);
  const all = ownQueues(queues);
  const taken = takenFrom(all, leftOut);
  const take = (ids: readonly string[]) => {
    const next = all.filter((id) => !ids.includes(id));
    inTab.set(name, next.join(","));
    setLeftOut(next);
  };
  return { all, taken, take };
}
