/** What a live update makes stale: tags of the API, by aggregate. */
import type { TagDescription } from "@reduxjs/toolkit/query";
import { type TagType, tagTypes } from "../rpc/api";
import type { Update } from "../rpc/gen/kajo/live/v1/live_pb";

export type Tag = TagDescription<TagType>;

const byAggregate: Readonly<Record<string, (id: string) => readonly Tag[]>> = {
  conversation: (id) => [{ type: "Conversation", id }, "ConversationList", "TaskList"],
  // A scan that ended shows in the thread that carries the file, and beside an upload that is not sent yet.
  attachment: (id) => [{ type: "Attachment", id }, "Conversation"],
  category: () => ["Category", "TaskList"],
  account: () => ["Account"],
  feature_flag: () => ["FeatureFlag"],
  session: () => ["Session", "WorkContext"],
};

export function staleAfter(update: Update, resumed: boolean): readonly Tag[] {
  switch (update.update.case) {
    case "reset":
      return tagTypes;
    case "welcome":
      // What was fetched before a stream that began nowhere may have changed in between.
      return resumed ? [] : tagTypes.filter((type) => type !== "Session");
    case "changed":
      return byAggregate[update.update.value.aggregate]?.(update.update.value.id) ?? [];
    default:
      return [];
  }
}

/** Gathers tags for a moment, so that a burst of facts about one conversation fetches it once. */
export function createGatherer(invalidate: (tags: Tag[]) => void, schedule: (then: () => void) => void) {
  const gathered = new Map<string, Tag>();
  return (tags: readonly Tag[]) => {
    if (tags.length === 0) return;
    if (gathered.size === 0) {
      schedule(() => {
        const all = [...gathered.values()];
        gathered.clear();
        invalidate(all);
      });
    }
    for (const tag of tags) gathered.set(JSON.stringify(tag), tag);
  };
}
