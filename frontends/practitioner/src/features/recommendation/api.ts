import { api, type Command, command, type In, type Out, RecommendationService, rpc } from "@kajo/shared/rpc";

const method = RecommendationService.method;

/** It may have been used or taken back meanwhile: what it is now is shown in any case. */
const stale = () => ["Recommendation"] as const;

const recommendationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRecommendableServices: build.query<
      Out<typeof method.listRecommendableServices>,
      In<typeof method.listRecommendableServices>
    >({
      ...rpc(method.listRecommendableServices),
      keepUnusedDataFor: 0,
    }),
    listRecommendationsOfPatient: build.query<
      Out<typeof method.listRecommendationsOfPatient>,
      In<typeof method.listRecommendationsOfPatient>
    >({
      ...rpc(method.listRecommendationsOfPatient),
      providesTags: ["Recommendation"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    activateRecommendation: build.mutation<
      Out<typeof method.activateRecommendation>,
      Command<In<typeof method.activateRecommendation>>
    >({
      ...command(method.activateRecommendation),
      invalidatesTags: stale,
    }),
    withdrawRecommendation: build.mutation<
      Out<typeof method.withdrawRecommendation>,
      Command<In<typeof method.withdrawRecommendation>>
    >({
      ...command(method.withdrawRecommendation),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListRecommendableServicesQuery,
  useListRecommendationsOfPatientQuery,
  useActivateRecommendationMutation,
  useWithdrawRecommendationMutation,
} = recommendationApi;
