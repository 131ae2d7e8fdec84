import { api, type Command, command, ExecutionService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listActivatablePaths, listExecutionsOfPatient, activatePath, endExecution } = ExecutionService.method;

export interface WhichPaths {
  readonly patientId: string;
  /** Those that are over, and not those that run. */
  readonly past: boolean;
}

/** It may have gone on or ended meanwhile: how it stands now is shown. */
const stale = () => ["PathExecution"] as const;

/** What a path gives shows in cards of its own. */
export const given = ["PatientSurvey", "PatientContent", "CustomerTask", "Recommendation"] as const;

const patientPathApi = api.injectEndpoints({
  endpoints: (build) => ({
    listActivatablePaths: build.query<Out<typeof listActivatablePaths>, In<typeof listActivatablePaths>>({
      ...rpc(listActivatablePaths),
      // What was published or archived meanwhile counts.
      keepUnusedDataFor: 0,
    }),
    /** Page by page; what changes fetches the pages that are shown anew. */
    listExecutionsOfPatient: build.infiniteQuery<Out<typeof listExecutionsOfPatient>, WhichPaths, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listExecutionsOfPatient).query({ ...queryArg, page: { size: 10, token: pageParam } } satisfies In<
          typeof listExecutionsOfPatient
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["PathExecution"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    activatePath: build.mutation<Out<typeof activatePath>, Command<In<typeof activatePath>>>({
      ...command(activatePath),
      invalidatesTags: stale,
    }),
    endExecution: build.mutation<Out<typeof endExecution>, Command<In<typeof endExecution>>>({
      ...command(endExecution),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListActivatablePathsQuery,
  useListExecutionsOfPatientInfiniteQuery,
  useActivatePathMutation,
  useEndExecutionMutation,
} = patientPathApi;
