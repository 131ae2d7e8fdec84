/** Who reads answers to surveys. */
import { api, type Command, command, type In, type Out, rpc, SurveyAccessService } from "@kajo/shared/rpc";
import { isStale } from "../../../editing/stale";

const { listSurveyAccess, getSurveyAccess, saveSurveyAccess, clearSurveyAccess } = SurveyAccessService.method;

const tag = [{ type: "Record", id: "survey_access" }] as const;

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const surveyAccessApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSurveyAccess: build.infiniteQuery<Out<typeof listSurveyAccess>, string, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listSurveyAccess).query({ search: queryArg, page: { size: 50, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    getSurveyAccess: build.query<Out<typeof getSurveyAccess>, In<typeof getSurveyAccess>>({
      ...rpc(getSurveyAccess),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveSurveyAccess: build.mutation<Out<typeof saveSurveyAccess>, Command<In<typeof saveSurveyAccess>>>({
      ...command(saveSurveyAccess),
      invalidatesTags: changed,
    }),
    clearSurveyAccess: build.mutation<Out<typeof clearSurveyAccess>, Command<In<typeof clearSurveyAccess>>>({
      ...command(clearSurveyAccess),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListSurveyAccessInfiniteQuery,
  useGetSurveyAccessQuery,
  useSaveSurveyAccessMutation,
  useClearSurveyAccessMutation,
} = surveyAccessApi;
