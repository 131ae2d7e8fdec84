import { api, FormResultService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { getFormResponse } = FormResultService.method;

const formAnswersApi = api.injectEndpoints({
  endpoints: (build) => ({
    // What was sent once never changes.
    getFormResponse: build.query<Out<typeof getFormResponse>, In<typeof getFormResponse>>({
      ...rpc(getFormResponse),
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetFormResponseQuery } = formAnswersApi;
