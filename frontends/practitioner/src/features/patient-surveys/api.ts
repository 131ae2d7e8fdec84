import { api, type Command, command, type In, type Out, rpc, SurveyActivationService } from "@kajo/shared/rpc";

const method = SurveyActivationService.method;

export interface WhichSurveys {
  readonly patientId: string;
  /** What is answered, over or taken back, and not what is to be answered. */
  readonly past: boolean;
}

/** It may have been answered or taken back meanwhile: what it is now is shown in any case. */
const stale = () => ["PatientSurvey"] as const;

const patientSurveyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listActivatableSurveys: build.query<
      Out<typeof method.listActivatableSurveys>,
      In<typeof method.listActivatableSurveys>
    >({
      ...rpc(method.listActivatableSurveys),
      // What may be read depends on the role and the place that were chosen.
      keepUnusedDataFor: 0,
    }),
    /** Page by page; what changes fetches the pages that are shown anew. */
    listSurveysOfPatient: build.infiniteQuery<Out<typeof method.listSurveysOfPatient>, WhichSurveys, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(method.listSurveysOfPatient).query({ ...queryArg, page: { size: 10, token: pageParam } } satisfies In<
          typeof method.listSurveysOfPatient
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["PatientSurvey"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    activateSurvey: build.mutation<Out<typeof method.activateSurvey>, Command<In<typeof method.activateSurvey>>>({
      ...command(method.activateSurvey),
      invalidatesTags: stale,
    }),
    withdrawSurvey: build.mutation<Out<typeof method.withdrawSurvey>, Command<In<typeof method.withdrawSurvey>>>({
      ...command(method.withdrawSurvey),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListActivatableSurveysQuery,
  useListSurveysOfPatientInfiniteQuery,
  useActivateSurveyMutation,
  useWithdrawSurveyMutation,
} = patientSurveyApi;
