import { api, CategoryService, type In, type Out, rpc, type TabJson, TaskService } from "@kajo/shared/rpc";
import type { InboxSearch, InboxTab } from "./search";

const { listTasks, countTasks } = TaskService.method;
const { listQueues } = CategoryService.method;

const tabNames: Readonly<Record<InboxTab, TabJson>> = {
  new: "TAB_NEW",
  own: "TAB_OWN",
  team: "TAB_TEAM",
  done: "TAB_DONE",
};

/** What a list is asked for; the open conversation does not change it. */
export type TaskQuestion = Omit<InboxSearch, "conversation" | "compose" | "patient">;

export const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what changes fetches the pages that are shown anew. */
    listTasks: build.infiniteQuery<Out<typeof listTasks>, TaskQuestion, string>({
      query: ({ queryArg: { tab = "new", search, queue, unread, oldest }, pageParam }) =>
        rpc(listTasks).query({
          tab: tabNames[tab],
          search: search ?? "",
          subcategoryIds: queue ? [queue] : [],
          unreadOnly: unread === true,
          sort: oldest ? "TASK_SORT_OLDEST_FIRST" : "TASK_SORT_NEWEST_FIRST",
          page: { size: 50, token: pageParam },
        } satisfies In<typeof listTasks>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["TaskList"],
    }),
    countTasks: build.query<Out<typeof countTasks>, In<typeof countTasks>>({
      ...rpc(countTasks),
      providesTags: ["TaskList"],
    }),
    listQueues: build.query<Out<typeof listQueues>, In<typeof listQueues>>({
      ...rpc(listQueues),
      providesTags: ["Category"],
    }),
  }),
});

export const { useListTasksInfiniteQuery, useCountTasksQuery, useListQueuesQuery } = inboxApi;
