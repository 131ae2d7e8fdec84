import { api, type Command, command, type In, type Out, rpc, TermsService } from "@kajo/shared/rpc";

const { getTermsDraft, saveTermsDraft, publishTerms } = TermsService.method;

const termsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTermsDraft: build.query<Out<typeof getTermsDraft>, In<typeof getTermsDraft>>({
      ...rpc(getTermsDraft),
      providesTags: ["Terms"],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveTermsDraft: build.mutation<Out<typeof saveTermsDraft>, Command<In<typeof saveTermsDraft>>>(
      command(saveTermsDraft),
    ),
    publishTerms: build.mutation<Out<typeof publishTerms>, Command<In<typeof publishTerms>>>(command(publishTerms)),
  }),
});

export const { useGetTermsDraftQuery, useSaveTermsDraftMutation, usePublishTermsMutation } = termsApi;

export type TermsDraft = Out<typeof getTermsDraft>;
