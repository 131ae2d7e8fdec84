import { api, type Command, ContentIntegrationService, command, type In, type Out } from "@kajo/shared/rpc";

const { syncContentIntegration } = ContentIntegrationService.method;

const integrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    syncContentIntegration: build.mutation<
      Out<typeof syncContentIntegration>,
      Command<In<typeof syncContentIntegration>>
    >({
      ...command(syncContentIntegration),
      invalidatesTags: (_answer, error) =>
        error
          ? []
          : ["content_integration", "service", "service_content"].map((id) => ({ type: "Record", id }) as const),
    }),
  }),
});

export const { useSyncContentIntegrationMutation } = integrationApi;
