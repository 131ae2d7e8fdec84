import { Localized, useText } from "@kajo/shared/i18n";
import type { EndedChatJson, MyChatJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { isGoingOn, useListMyChatsQuery } from "../../chat/api";
import { At } from "../At";
import { useListMyEndedChatsInfiniteQuery } from "../api";
import { type EventItem, type EventList, eventList } from "../event";

const kinds = ["chats"] as const;

/** Where one waits, and the chats that go on. */
export function useChatsGoingOn(): EventList {
  const { data, error, isFetching, refetch } = useListMyChatsQuery({});
  // All of them come in one answer.
  const whole = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: refetch };
  return eventList(
    { data: data && { pages: [data] }, error, isFetching, refetch, ...whole },
    {
      kinds,
      entriesOf: (page) => page.chats?.filter(isGoingOn),
      itemsOf: (chats) => chats.map(goingOn),
    },
  );
}

/** Chats that are over, the one that ended last first. */
export function useEndedChats(isAsked: boolean): EventList {
  const query = useListMyEndedChatsInfiniteQuery(undefined, { skip: !isAsked });
  return eventList(query, { kinds, entriesOf: (page) => page.chats, itemsOf: (chats) => chats.map(ended) });
}

function goingOn({ chatId = "", chatQueueName, practitionerName, joinedAt = "", state }: MyChatJson): EventItem {
  return {
    ...common(chatId, chatQueueName, practitionerName),
    at: joinedAt,
    state: <GoingOnTag isWaiting={state === "CHAT_STATE_WAITING"} />,
    when: <At at={joinedAt} />,
    link: (row) => <Link {...row} params={{ chatId }} to="/chat/$chatId" />,
  };
}

function ended({ chatId = "", chatQueueName, practitionerName, endedAt = "" }: EndedChatJson): EventItem {
  return {
    ...common(chatId, chatQueueName, practitionerName),
    at: endedAt,
    state: <EndedTag />,
    when: <At at={endedAt} />,
    link: (row) => <Link {...row} params={{ chatEventId: chatId }} to="/events/transcript/$chatEventId" />,
  };
}

function common(chatId: string, name: EndedChatJson["chatQueueName"], practitionerName: string | undefined) {
  return {
    key: `chat ${chatId}`,
    kind: "chats",
    title: <Localized text={name} />,
    detail: practitionerName ? <span translate="no">{practitionerName}</span> : undefined,
  } as const;
}

function GoingOnTag({ isWaiting }: { readonly isWaiting: boolean }) {
  const t = useText();
  return isWaiting ? (
    <StatusTag tone="warning">{t("events.chat.waiting")}</StatusTag>
  ) : (
    <StatusTag tone="success">{t("events.chat.active")}</StatusTag>
  );
}

function EndedTag() {
  const t = useText();
  return <StatusTag>{t("state.ended")}</StatusTag>;
}
