import { api, FeatureFlagService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listFeatureFlags, getFeatures } = FeatureFlagService.method;

const flagApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFeatures: build.query<Out<typeof getFeatures>, In<typeof getFeatures>>({
      ...rpc(getFeatures),
      providesTags: ["FeatureFlag"],
    }),
    listFeatureFlags: build.query<Out<typeof listFeatureFlags>, In<typeof listFeatureFlags>>({
      ...rpc(listFeatureFlags),
      providesTags: ["FeatureFlag"],
      // Operators may switch while nobody follows.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetFeaturesQuery, useListFeatureFlagsQuery } = flagApi;
