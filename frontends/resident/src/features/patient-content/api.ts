import {
  api,
  type CallContext,
  type Command,
  command,
  type In,
  isFault,
  type MyContentListJson,
  MyContentService,
  type Out,
  rpc,
} from "@kajo/shared/rpc";

const { listMyContents, getMyContent, markMyContentRead, showMyContentToGuardians } = MyContentService.method;

const lists = { type: "PatientContent", id: "lists" } as const;

/** A page keeps its language. */
const languageOf = (context: unknown) => (context as CallContext).language;

export const patientContentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what changes fetches the pages that are shown anew. */
    listMyContents: build.infiniteQuery<Out<typeof listMyContents>, { readonly list: MyContentListJson }, string>({
      async queryFn({ queryArg, pageParam }, { extra }, _options, ask) {
        const page = { size: 20, token: pageParam };
        const answer = await ask(rpc(listMyContents).query({ ...queryArg, language: languageOf(extra), page }));
        if (answer.error) return { error: answer.error };
        return { data: answer.data as Out<typeof listMyContents> };
      },
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: [lists],
    }),
    /** Fetched anew whenever one comes to it: it may have been published anew, or taken back. */
    getMyContent: build.query<Out<typeof getMyContent>, string>({
      async queryFn(patientContentId, { extra }, _options, ask) {
        const answer = await ask(rpc(getMyContent).query({ patientContentId, language: languageOf(extra) }));
        if (answer.error) return { error: answer.error };
        return { data: answer.data as Out<typeof getMyContent> };
      },
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, id) => [{ type: "PatientContent", id }],
    }),
    markMyContentRead: build.mutation<Out<typeof markMyContentRead>, Command<In<typeof markMyContentRead>>>({
      ...command(markMyContentRead),
      invalidatesTags: (_result, error, { request: { patientContentId = "" } }) => {
        if (!error) return [lists];
        // It may have been taken back meanwhile: what it is now is shown.
        return isFault(error) ? [] : [{ type: "PatientContent", id: patientContentId }];
      },
    }),
    showMyContentToGuardians: build.mutation<
      Out<typeof showMyContentToGuardians>,
      Command<In<typeof showMyContentToGuardians>>
    >({
      ...command(showMyContentToGuardians),
      invalidatesTags: ["PatientContent"],
    }),
  }),
});

export const {
  useListMyContentsInfiniteQuery,
  useGetMyContentQuery,
  useMarkMyContentReadMutation,
  useShowMyContentToGuardiansMutation,
} = patientContentApi;
