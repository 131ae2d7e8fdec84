import {
  api,
  type Command,
  command,
  type In,
  isFault,
  type MySurveyListJson,
  MySurveyService,
  type Out,
  rpc,
} from "@kajo/shared/rpc";

const { listMySurveys, getMySurvey, saveMyAnswers, sendMyAnswers, showMySurveyToGuardians } = MySurveyService.method;

const lists = { type: "MySurvey", id: "lists" } as const;

export const surveysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what changes fetches the pages that are shown anew. */
    listMySurveys: build.infiniteQuery<Out<typeof listMySurveys>, { readonly list: MySurveyListJson }, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listMySurveys).query({ ...queryArg, page: { size: 20, token: pageParam } } satisfies In<
          typeof listMySurveys
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: [lists],
    }),
    /** Fetched anew whenever one comes to it: what is kept of it may be from another device. */
    getMySurvey: build.query<Out<typeof getMySurvey>, In<typeof getMySurvey>>({
      ...rpc(getMySurvey),
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, { surveyActivationId = "" }) => [{ type: "MySurvey", id: surveyActivationId }],
    }),
    /** No command: it makes no event, and the last one counts. */
    saveMyAnswers: build.mutation<Out<typeof saveMyAnswers>, In<typeof saveMyAnswers>>({
      ...rpc(saveMyAnswers),
      invalidatesTags: (_result, error, { revision }) => {
        // It may have been answered or taken back meanwhile: what it is now is shown.
        if (error) return isFault(error) || error.reason === "stale_version" ? [] : ["MySurvey"];
        return revision === "0" ? [lists] : [];
      },
      /** Whoever leaves the questions and comes back finds them as they are kept. */
      async onQueryStarted({ surveyActivationId = "", publishedVersion, answers = {} }, { dispatch, queryFulfilled }) {
        const kept = await queryFulfilled.catch(() => undefined);
        if (!kept) return;
        const { revision = "0" } = kept.data;
        dispatch(
          surveysApi.util.updateQueryData("getMySurvey", { surveyActivationId }, (there) => {
            if (there.publishedVersion !== publishedVersion) return;
            there.answers = answers;
            there.revision = revision;
            if (there.survey) there.survey.begun = revision !== "0";
          }),
        );
      },
    }),
    sendMyAnswers: build.mutation<Out<typeof sendMyAnswers>, Command<In<typeof sendMyAnswers>>>({
      ...command(sendMyAnswers),
      invalidatesTags: (result) => (result?.problems?.length ? [] : ["MySurvey"]),
      /** What was sent is shown as sent at once, also where it cannot be fetched just now. */
      async onQueryStarted({ request: { surveyActivationId = "", answers = {} } }, { dispatch, queryFulfilled }) {
        const sent = await queryFulfilled.catch(() => undefined);
        if (!sent || sent.data.problems?.length) return;
        dispatch(
          surveysApi.util.updateQueryData("getMySurvey", { surveyActivationId }, (there) => {
            there.answers = answers;
            if (there.survey) there.survey.state = "SURVEY_ACTIVATION_STATE_ANSWERED";
          }),
        );
      },
    }),
    showMySurveyToGuardians: build.mutation<
      Out<typeof showMySurveyToGuardians>,
      Command<In<typeof showMySurveyToGuardians>>
    >({
      ...command(showMySurveyToGuardians),
      invalidatesTags: ["MySurvey"],
    }),
  }),
});

export const {
  useListMySurveysInfiniteQuery,
  useGetMySurveyQuery,
  useSendMyAnswersMutation,
  useShowMySurveyToGuardiansMutation,
} = surveysApi;
