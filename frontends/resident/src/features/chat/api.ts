import { asFailure } from "@kajo/shared/errors";
import {
  api,
  ChatPlaceService,
  type Command,
  command,
  type In,
  isEntering,
  type MyChatJson,
  OfferedChatQueueService,
  type Out,
  rpc,
} from "@kajo/shared/rpc";
import { askSession, isVisitor } from "@kajo/shared/session";

const { listOfferedChatQueues, openExternalChat } = OfferedChatQueueService.method;
const { claimVisitedChats, joinChatQueue, keepChatPlace, leaveChatQueue, listMyChats } = ChatPlaceService.method;

export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOfferedChatQueues: build.query<Out<typeof listOfferedChatQueues>, In<typeof listOfferedChatQueues>>({
      ...rpc(listOfferedChatQueues),
      providesTags: ["ChatQueue"],
    }),
    openExternalChat: build.mutation<Out<typeof openExternalChat>, In<typeof openExternalChat>>(rpc(openExternalChat)),
    listMyChats: build.query<Out<typeof listMyChats>, In<typeof listMyChats>>({
      ...rpc(listMyChats),
      providesTags: ["MyChat"],
    }),
    claimVisitedChats: build.mutation<Out<typeof claimVisitedChats>, Command<In<typeof claimVisitedChats>>>({
      ...command(claimVisitedChats),
      invalidatesTags: (claimed) => (claimed?.chatIds ? ["MyChat", "Chat"] : []),
    }),
    joinChatQueue: build.mutation<Out<typeof joinChatQueue>, Command<In<typeof joinChatQueue>>>({
      ...command(joinChatQueue),
      invalidatesTags: ["MyChat"],
    }),
    /** What it answers stands in the list of the person's own at once; a place that is one no more is fetched anew. */
    keepChatPlace: build.mutation<Out<typeof keepChatPlace>, In<typeof keepChatPlace>>({
      ...rpc(keepChatPlace),
      invalidatesTags: (kept, _error, { chatId = "" }) =>
        kept && kept.state !== "CHAT_STATE_WAITING" ? ["MyChat", { type: "Chat", id: chatId }] : [],
      async onQueryStarted({ chatId = "" }, { dispatch, getState, queryFulfilled }) {
        const kept = await queryFulfilled.catch(({ error }: { readonly error: unknown }) => ({ error }));
        if ("error" in kept) {
          if (!isPerhapsTheirs(kept.error) || !isVisitor(getState())) return;
          await dispatch(askSession());
          dispatch(api.util.invalidateTags(["MyChat", { type: "Chat", id: chatId }]));
          return;
        }
        if (kept.data.state !== "CHAT_STATE_WAITING") return;
        const { place, standing } = kept.data;
        dispatch(
          chatApi.util.updateQueryData("listMyChats", {}, ({ chats = [] }) => {
            const own = chats.find((each) => each.chatId === chatId);
            if (own) Object.assign(own, { place, standing });
          }),
        );
      },
    }),
    /** Whoever could not leave was accepted meanwhile, or is out already: how it is now is fetched either way. */
    leaveChatQueue: build.mutation<Out<typeof leaveChatQueue>, Command<In<typeof leaveChatQueue>>>({
      ...command(leaveChatQueue),
      invalidatesTags: (_result, _error, { request: { chatId = "" } }) => ["MyChat", { type: "Chat", id: chatId }],
    }),
  }),
});

export const isGoingOn = ({ state }: MyChatJson) => state === "CHAT_STATE_WAITING" || state === "CHAT_STATE_ACTIVE";

/** What a visitor's call is refused with where somebody has signed in meanwhile, in another tab: a place or a chat of the visit may be theirs. */
export function isPerhapsTheirs(error: unknown): boolean {
  const failure = asFailure(error);
  return failure.reason === "not_found" || isEntering(failure);
}

/** One claim for the whole page, whichever part of it asks. */
export const visitClaim = { fixedCacheKey: "visit" } as const;

/** Whether it was refused for no other reason than that they were not in yet. */
export const isClaimEarly = (error: unknown) => error !== undefined && isEntering(asFailure(error));

/** Whether it has been asked for, at a time when it could be answered. */
export function hasAskedClaim(state: unknown): boolean {
  const selectClaim = chatApi.endpoints.claimVisitedChats.select({ ...visitClaim, requestId: undefined });
  const { isUninitialized, error } = selectClaim(state as never);
  return !isUninitialized && !isClaimEarly(error);
}

export const {
  useClaimVisitedChatsMutation,
  useJoinChatQueueMutation,
  useKeepChatPlaceMutation,
  useLeaveChatQueueMutation,
  useListMyChatsQuery,
  useListOfferedChatQueuesQuery,
  useOpenExternalChatMutation,
} = chatApi;
