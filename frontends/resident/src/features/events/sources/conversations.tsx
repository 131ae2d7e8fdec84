/** Messages and applications: one list brings both. */
import { Localized, LocalizedLine } from "@kajo/shared/i18n";
import type { ConversationSummaryJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { useListMyConversationsInfiniteQuery } from "../../inbox/api";
import { ConversationTags } from "../../inbox/ConversationRow";
import { At } from "../At";
import { type EventItem, type EventList, eventList } from "../event";

export function useConversations(isAsked: boolean): EventList {
  const query = useListMyConversationsInfiniteQuery(undefined, { skip: !isAsked });
  return eventList(query, {
    kinds: ["messages", "applications"],
    entriesOf: (page) => page.conversations,
    itemsOf: (conversations) => conversations.map(itemOf),
  });
}

function itemOf(conversation: ConversationSummaryJson): EventItem {
  const { conversationId = "", topic, kind, categoryName, subcategoryName, lastActivityAt = "" } = conversation;
  return {
    key: `conversation ${conversationId}`,
    kind: kind === "CONVERSATION_KIND_FORM" ? "applications" : "messages",
    at: lastActivityAt,
    // What is about a form has no topic: it is called as its queue is.
    title: topic || <Localized text={subcategoryName} />,
    detail: <LocalizedLine texts={topic ? [categoryName, subcategoryName] : [categoryName]} />,
    state: <ConversationTags conversation={conversation} />,
    when: <At at={lastActivityAt} />,
    isUnread: (conversation.unread ?? 0) > 0,
    link: (row) => <Link {...row} params={{ conversationId }} to="/inbox/conversation/$conversationId/messages" />,
  };
}
