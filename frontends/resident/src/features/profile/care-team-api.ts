/** The teams of an area. Apart from the profile: what asks for an area alone fetches nothing of teams. */
import { api, CareTeamService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listCareTeams } = CareTeamService.method;

const careTeamApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCareTeams: build.query<Out<typeof listCareTeams>, In<typeof listCareTeams>>({
      ...rpc(listCareTeams),
      providesTags: ["CareTeam"],
    }),
  }),
});

export const { useListCareTeamsQuery, useLazyListCareTeamsQuery } = careTeamApi;
