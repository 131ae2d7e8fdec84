import { api, type Command, command, type In, IntegratorService, type Out } from "@kajo/shared/rpc";

const { issueIntegratorSecret } = IntegratorService.method;

const integratorApi = api.injectEndpoints({
  endpoints: (build) => ({
    issueIntegratorSecret: build.mutation<Out<typeof issueIntegratorSecret>, Command<In<typeof issueIntegratorSecret>>>(
      {
        ...command(issueIntegratorSecret),
        // Also when it failed: there may be a new one, which nobody was told.
        invalidatesTags: [{ type: "Record", id: "integrator" }],
      },
    ),
  }),
});

export const { useIssueIntegratorSecretMutation } = integratorApi;
