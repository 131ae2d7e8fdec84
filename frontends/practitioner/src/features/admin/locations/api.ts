import { api, type Command, command, type In, LocationService, type Out, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const { listLocations, getLocation, saveLocation, removeLocation } = LocationService.method;

const locationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLocations: build.infiniteQuery<Out<typeof listLocations>, string, string>({
      query: ({ queryArg: search, pageParam }) =>
        rpc(listLocations).query({ search, page: { size: 50, token: pageParam } } satisfies In<typeof listLocations>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: ["Location"],
    }),
    getLocation: build.query<Out<typeof getLocation>, In<typeof getLocation>>({
      ...rpc(getLocation),
      providesTags: ["Location"],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveLocation: build.mutation<Out<typeof saveLocation>, Command<In<typeof saveLocation>>>({
      ...command(saveLocation),
      invalidatesTags: (_saved, error) => (error && !isStale(error) ? [] : ["Location", "WorkContext"]),
    }),
    removeLocation: build.mutation<Out<typeof removeLocation>, Command<In<typeof removeLocation>>>({
      ...command(removeLocation),
      invalidatesTags: (_removed, error) => (error ? [] : ["Location", "WorkContext"]),
    }),
  }),
});

export const {
  useListLocationsInfiniteQuery,
  useGetLocationQuery,
  useSaveLocationMutation,
  useRemoveLocationMutation,
} = locationApi;
