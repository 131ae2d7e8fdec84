import { api, type Command, command, type In, type Out, PatientContentService, rpc } from "@kajo/shared/rpc";

const { listActivatableContents, listContentsOfPatient, activateContent, withdrawContent } =
  PatientContentService.method;

/** It may have been read or taken back meanwhile: what it is now is shown. */
const stale = () => ["PatientContent"] as const;

const patientContentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first ones of those that a search finds. */
    listActivatableContents: build.query<Out<typeof listActivatableContents>, In<typeof listActivatableContents>>({
      ...rpc(listActivatableContents),
      // What was published or archived meanwhile counts.
      keepUnusedDataFor: 0,
    }),
    /** Page by page; what changes fetches the pages that are shown anew. */
    listContentsOfPatient: build.infiniteQuery<Out<typeof listContentsOfPatient>, string, string>({
      query: ({ queryArg: patientId, pageParam }) =>
        rpc(listContentsOfPatient).query({ patientId, page: { size: 10, token: pageParam } } satisfies In<
          typeof listContentsOfPatient
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["PatientContent"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    activateContent: build.mutation<Out<typeof activateContent>, Command<In<typeof activateContent>>>({
      ...command(activateContent),
      invalidatesTags: stale,
    }),
    withdrawContent: build.mutation<Out<typeof withdrawContent>, Command<In<typeof withdrawContent>>>({
      ...command(withdrawContent),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListActivatableContentsQuery,
  useListContentsOfPatientInfiniteQuery,
  useActivateContentMutation,
  useWithdrawContentMutation,
} = patientContentApi;
