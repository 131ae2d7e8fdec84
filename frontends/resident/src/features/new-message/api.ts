import {
  api,
  CategoryService,
  type Command,
  ConversationService,
  command,
  type In,
  type Out,
  rpc,
} from "@kajo/shared/rpc";

const { listCategories } = CategoryService.method;
const { startConversation } = ConversationService.method;

export const newMessageApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCategories: build.query<Out<typeof listCategories>, In<typeof listCategories>>({
      ...rpc(listCategories),
      providesTags: ["Category"],
    }),
    startConversation: build.mutation<Out<typeof startConversation>, Command<In<typeof startConversation>>>({
      ...command(startConversation),
      invalidatesTags: ["ConversationList"],
    }),
  }),
});

export const { useListCategoriesQuery, useStartConversationMutation } = newMessageApi;
