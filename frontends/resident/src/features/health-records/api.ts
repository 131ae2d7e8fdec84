import { api, type In, MyHealthRecordService, type Out, rpc } from "@kajo/shared/rpc";

const { listMyLabResults, getMyLabResult, getMyLabResultTrend, listMyPrescriptions, getMyPrescription } =
  MyHealthRecordService.method;

export const healthRecordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what comes or changes fetches the pages that are shown anew. */
    listMyLabResults: build.infiniteQuery<Out<typeof listMyLabResults>, void, string>({
      query: ({ pageParam }) =>
        rpc(listMyLabResults).query({ page: { size: 20, token: pageParam } } satisfies In<typeof listMyLabResults>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["HealthRecord"],
    }),
    getMyLabResult: build.query<Out<typeof getMyLabResult>, In<typeof getMyLabResult>>({
      ...rpc(getMyLabResult),
      providesTags: ["HealthRecord"],
    }),
    getMyLabResultTrend: build.query<Out<typeof getMyLabResultTrend>, In<typeof getMyLabResultTrend>>({
      ...rpc(getMyLabResultTrend),
      providesTags: ["HealthRecord"],
    }),
    listMyPrescriptions: build.infiniteQuery<Out<typeof listMyPrescriptions>, void, string>({
      query: ({ pageParam }) =>
        rpc(listMyPrescriptions).query({ page: { size: 20, token: pageParam } } satisfies In<
          typeof listMyPrescriptions
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["HealthRecord"],
    }),
    getMyPrescription: build.query<Out<typeof getMyPrescription>, In<typeof getMyPrescription>>({
      ...rpc(getMyPrescription),
      providesTags: ["HealthRecord"],
    }),
  }),
});

export const {
  useListMyLabResultsInfiniteQuery,
  useGetMyLabResultQuery,
  useGetMyLabResultTrendQuery,
  useListMyPrescriptionsInfiniteQuery,
  useGetMyPrescriptionQuery,
} = healthRecordsApi;
