import type { Beside } from "../module/BesideLists";

/** The queues, and the hours that they follow when they have none of their own. */
export const chatQueueLists: Beside = {
  label: "chatQueues.beside",
  lists: [
    ["/admin/chat", "chatQueues.title"],
    ["/admin/chat/schedule", "chatSchedule.title"],
  ],
};
