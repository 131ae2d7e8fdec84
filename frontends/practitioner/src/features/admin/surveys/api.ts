import {
  api,
  type Command,
  command,
  type In,
  type Out,
  rpc,
  SurveyService,
  type SurveyTypeJson,
} from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const {
  listSurveys,
  getSurvey,
  listSurveyVersions,
  getSurveyVersion,
  saveSurveyDraft,
  publishSurvey,
  rollBackSurvey,
  archiveSurvey,
  restoreSurvey,
} = SurveyService.method;

const tag = [{ type: "Record", id: "survey" }] as const;

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const surveysApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSurveys: build.infiniteQuery<Out<typeof listSurveys>, Omit<In<typeof listSurveys>, "page">, string>({
      query: ({ queryArg, pageParam }) => rpc(listSurveys).query({ ...queryArg, page: { size: 50, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    /** All of one type to choose from, whatever has become of them. */
    listSurveysOfType: build.infiniteQuery<Out<typeof listSurveys>, SurveyTypeJson, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listSurveys).query({
          type: queryArg,
          state: "RECORD_STATE_UNSPECIFIED",
          page: { size: 200, token: pageParam },
        } satisfies In<typeof listSurveys>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    getSurvey: build.query<Out<typeof getSurvey>, In<typeof getSurvey>>({
      ...rpc(getSurvey),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listSurveyVersions: build.infiniteQuery<Out<typeof listSurveyVersions>, string, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listSurveyVersions).query({ surveyId: queryArg, page: { size: 10, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    // What was published once never changes.
    getSurveyVersion: build.query<Out<typeof getSurveyVersion>, In<typeof getSurveyVersion>>(rpc(getSurveyVersion)),
    saveSurveyDraft: build.mutation<Out<typeof saveSurveyDraft>, Command<In<typeof saveSurveyDraft>>>({
      ...command(saveSurveyDraft),
      invalidatesTags: changed,
    }),
    publishSurvey: build.mutation<Out<typeof publishSurvey>, Command<In<typeof publishSurvey>>>({
      ...command(publishSurvey),
      invalidatesTags: changed,
    }),
    rollBackSurvey: build.mutation<Out<typeof rollBackSurvey>, Command<In<typeof rollBackSurvey>>>({
      ...command(rollBackSurvey),
      invalidatesTags: changed,
    }),
    archiveSurvey: build.mutation<Out<typeof archiveSurvey>, Command<In<typeof archiveSurvey>>>({
      ...command(archiveSurvey),
      invalidatesTags: changed,
    }),
    restoreSurvey: build.mutation<Out<typeof restoreSurvey>, Command<In<typeof restoreSurvey>>>({
      ...command(restoreSurvey),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListSurveysInfiniteQuery,
  useListSurveysOfTypeInfiniteQuery,
  useGetSurveyQuery,
  useLazyGetSurveyQuery,
  useListSurveyVersionsInfiniteQuery,
  useGetSurveyVersionQuery,
  useSaveSurveyDraftMutation,
  usePublishSurveyMutation,
  useRollBackSurveyMutation,
  useArchiveSurveyMutation,
  useRestoreSurveyMutation,
} = surveysApi;
