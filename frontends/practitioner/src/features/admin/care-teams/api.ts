import { api, CareTeamService, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { searchCareTeams, getCareTeam, saveCareTeam, removeCareTeam } = CareTeamService.method;

const careTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCareTeams: build.infiniteQuery<Out<typeof searchCareTeams>, string, string>({
      query: ({ queryArg: search, pageParam }) =>
        rpc(searchCareTeams).query({ search, page: { size: 50, token: pageParam } } satisfies In<
          typeof searchCareTeams
        >),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: ["CareTeam"],
    }),
    getCareTeam: build.query<Out<typeof getCareTeam>, In<typeof getCareTeam>>({
      ...rpc(getCareTeam),
      providesTags: ["CareTeam"],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveCareTeam: build.mutation<Out<typeof saveCareTeam>, Command<In<typeof saveCareTeam>>>({
      ...command(saveCareTeam),
      invalidatesTags: (_saved, error) => (error && !isStale(error) ? [] : ["CareTeam"]),
    }),
    removeCareTeam: build.mutation<Out<typeof removeCareTeam>, Command<In<typeof removeCareTeam>>>({
      ...command(removeCareTeam),
      invalidatesTags: (_removed, error) => (error ? [] : ["CareTeam"]),
    }),
  }),
});

export const {
  useSearchCareTeamsInfiniteQuery,
  useGetCareTeamQuery,
  useSaveCareTeamMutation,
  useRemoveCareTeamMutation,
} = careTeamApi;
