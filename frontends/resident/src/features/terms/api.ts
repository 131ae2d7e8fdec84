import { api, type Command, command, type In, type Out, rpc, TermsService } from "@kajo/shared/rpc";

const { getTerms, acceptTerms } = TermsService.method;

const termsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTerms: build.query<Out<typeof getTerms>, In<typeof getTerms>>({ ...rpc(getTerms), providesTags: ["Terms"] }),
    acceptTerms: build.mutation<Out<typeof acceptTerms>, Command<In<typeof acceptTerms>>>(command(acceptTerms)),
  }),
});

export const { useGetTermsQuery, useAcceptTermsMutation } = termsApi;

export type Terms = Out<typeof getTerms>;
