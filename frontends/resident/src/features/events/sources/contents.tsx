import type { MyContentJson, MyContentListJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { useListMyContentsInfiniteQuery } from "../../patient-content/api";
import { ContentState, ContentTitle } from "../../patient-content/ContentRow";
import { At } from "../At";
import { type EventItem, type EventList, eventList } from "../event";

/** Contents to read, or those that are read or taken back; by when they were given, the newest first. */
export function useContents(list: MyContentListJson, isAsked: boolean): EventList {
  const query = useListMyContentsInfiniteQuery({ list }, { skip: !isAsked });
  return eventList(query, {
    kinds: ["contents"],
    entriesOf: (page) => page.contents,
    itemsOf: (contents) => contents.map(itemOf),
  });
}

function itemOf(content: MyContentJson): EventItem {
  const { patientContentId: contentId = "", activatedAt = "", activatedByName, state } = content;
  return {
    key: `content ${contentId}`,
    kind: "contents",
    at: activatedAt,
    title: <ContentTitle content={content} />,
    detail: activatedByName ? <span translate="no">{activatedByName}</span> : undefined,
    state: <ContentState content={content} />,
    when: <At at={activatedAt} />,
    isUnread: state === "PATIENT_CONTENT_STATE_UNREAD",
    link: (row) => <Link {...row} params={{ contentId }} to="/content/$contentId" />,
  };
}
