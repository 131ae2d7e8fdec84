/** What opening hours would mean, the default schedule of chat queues, and the symptom assessments that queues name. */
import {
  api,
  ChatQueueService,
  ChatScheduleService,
  type Command,
  command,
  type In,
  type Out,
  rpc,
  SurveyService,
} from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { previewOpeningHours } = ChatQueueService.method;
const { getChatSchedule, saveChatSchedule } = ChatScheduleService.method;
const { listSurveys } = SurveyService.method;

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
    /** Symptom assessments, whatever has become of them. */
    listAssessmentSurveys: build.infiniteQuery<Out<typeof listSurveys>, void, string>({
      query: ({ pageParam }) =>
        rpc(listSurveys).query({
          type: "SURVEY_TYPE_SYMPTOM_ASSESSMENT",
          state: "RECORD_STATE_UNSPECIFIED",
          page: { size: 200, token: pageParam },
        } satisfies In<typeof listSurveys>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: [{ type: "Record", id: "survey" }],
    }),
  }),
});

export const {
  usePreviewOpeningHoursQuery,
  useGetChatScheduleQuery,
  useSaveChatScheduleMutation,
  useListAssessmentSurveysInfiniteQuery,
} = chatQueueApi;
