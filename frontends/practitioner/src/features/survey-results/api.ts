import { api, type In, type Out, rpc, SurveyResultService } from "@kajo/shared/rpc";

const method = SurveyResultService.method;

/** Answers of a patient to a survey. */
export interface WhichAnswers {
  readonly patientId: string;
  readonly surveyId: string;
  /** The conversation from which they are opened; empty: the patient is open. */
  readonly activeConversationId: string;
}

const resultApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSurveyResponse: build.query<Out<typeof method.getSurveyResponse>, In<typeof method.getSurveyResponse>>({
      ...rpc(method.getSurveyResponse),
      providesTags: ["SurveyResponse"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    getSurveySeries: build.query<Out<typeof method.getSurveySeries>, WhichAnswers>({
      ...rpc(method.getSurveySeries),
      providesTags: ["SurveyResponse"],
      keepUnusedDataFor: 0,
    }),
    /** Asked each time anew: it is logged, and stays nowhere but in the file. */
    exportSurveyResponse: build.mutation<
      Out<typeof method.exportSurveyResponse>,
      In<typeof method.exportSurveyResponse>
    >(rpc(method.exportSurveyResponse)),
    listSurveyResponses: build.infiniteQuery<Out<typeof method.listSurveyResponses>, WhichAnswers, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(method.listSurveyResponses).query({ ...queryArg, page: { size: 20, token: pageParam } } satisfies In<
          typeof method.listSurveyResponses
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["SurveyResponse"],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useExportSurveyResponseMutation,
  useGetSurveyResponseQuery,
  useGetSurveySeriesQuery,
  useListSurveyResponsesInfiniteQuery,
} = resultApi;
