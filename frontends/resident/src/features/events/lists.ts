/** Which lists of events there are. A new kind is a file in `sources`, and a line here and in `ahead.ts`. */
import { useGetSessionQuery } from "@kajo/shared/session";
import { type EventList, isUncovered } from "./event";
import { isAsked, type Kind } from "./search";
import { useAppointments } from "./sources/appointments";
import { useChatsGoingOn, useEndedChats } from "./sources/chats";
import { useContents } from "./sources/contents";
import { useConversations } from "./sources/conversations";
import { useLabResults } from "./sources/lab-results";
import { usePrescriptions } from "./sources/prescriptions";
import { useSurveys } from "./sources/surveys";
import { useTasks } from "./sources/tasks";

/** What is to come or goes on, in the order in which it is shown. */
export function useUpcoming(): readonly EventList[] {
  return useCovered([
    useAppointments(false, true),
    useSurveys("MY_SURVEY_LIST_TO_ANSWER", true),
    useTasks(false, true),
    useContents("MY_CONTENT_LIST_UNREAD", true),
    useChatsGoingOn(),
  ]);
}

/** What happened, each list the newest first. Of a chosen kind only what brings it is fetched. */
export function useHistory(kind: Kind | undefined): readonly EventList[] {
  const lists = useCovered([
    useConversations(isAsked(kind, "messages", "applications")),
    useEndedChats(isAsked(kind, "chats")),
    useAppointments(true, isAsked(kind, "appointments")),
    useTasks(true, isAsked(kind, "tasks")),
    useSurveys("MY_SURVEY_LIST_ANSWERED", isAsked(kind, "surveys")),
    useSurveys("MY_SURVEY_LIST_PAST", isAsked(kind, "surveys")),
    useContents("MY_CONTENT_LIST_PAST", isAsked(kind, "contents")),
    useLabResults(isAsked(kind, "labresults")),
    usePrescriptions(isAsked(kind, "prescriptions")),
  ]);
  if (kind === undefined) return lists;
  return lists
    .filter(({ kinds }) => kinds.includes(kind))
    .map((list) => ({ ...list, kinds: [kind], items: list.items.filter((item) => item.kind === kind) }));
}

/** Who acts for somebody is not told of lists that their mandate does not reach. */
function useCovered(lists: readonly EventList[]): readonly EventList[] {
  const { data: session } = useGetSessionQuery();
  if (session?.impersonator === undefined) return lists;
  return lists.filter(({ error }) => !isUncovered(error));
}
