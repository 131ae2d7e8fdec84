import { api, type Command, command, FormCategoryService, FormService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listFormCategories } = FormCategoryService.method;
const { getForm, sendForm } = FormService.method;

export const applicationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFormCategories: build.query<Out<typeof listFormCategories>, In<typeof listFormCategories>>({
      ...rpc(listFormCategories),
      providesTags: ["Category"],
    }),
    /** No news fetches it anew: its questions stay as they are while somebody answers them. */
    getForm: build.query<Out<typeof getForm>, In<typeof getForm>>({
      ...rpc(getForm),
      keepUnusedDataFor: 0,
    }),
    sendForm: build.mutation<Out<typeof sendForm>, Command<In<typeof sendForm>>>({
      ...command(sendForm),
      invalidatesTags: (result) => (result && !result.problems?.length ? ["ConversationList"] : []),
    }),
  }),
});

export const { useListFormCategoriesQuery, useGetFormQuery, useSendFormMutation } = applicationsApi;
