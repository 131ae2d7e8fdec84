/** What opening hours would mean, and the default schedule of chat queues. */
import {
  api,
  ChatQueueService,
  ChatScheduleService,
  type Command,
  command,
  type In,
  type Out,
  rpc,
} from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { previewOpeningHours } = ChatQueueService.method;
const { getChatSchedule, saveChatSchedule } = ChatScheduleService.method;

const chatQueueApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewOpeningHours: build.query<Out<typeof previewOpeningHours>, In<typeof previewOpeningHours>>({
      ...rpc(previewOpeningHours),
      // The default schedule may be what is shown.
      providesTags: [{ type: "Record", id: "chat_queue" }],
      keepUnusedDataFor: 0,
    }),
    getChatSchedule: build.query<Out<typeof getChatSchedule>, Record<string, never>>({
      ...rpc(getChatSchedule),
      // It says which queues follow it, by their names.
      providesTags: [{ type: "Record", id: "chat_queue" }],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveChatSchedule: build.mutation<Out<typeof saveChatSchedule>, Command<In<typeof saveChatSchedule>>>({
      ...command(saveChatSchedule),
      invalidatesTags: (_saved, error) => (error && !isStale(error) ? [] : [{ type: "Record", id: "chat_queue" }]),
    }),
  }),
});

export const { usePreviewOpeningHoursQuery, useGetChatScheduleQuery, useSaveChatScheduleMutation } = chatQueueApi;
