import { api, type Command, command, type In, type Out, rpc, WorkContextService } from "@kajo/shared/rpc";

const { listWorkContexts, chooseWorkContext } = WorkContextService.method;

const workContextApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWorkContexts: build.query<Out<typeof listWorkContexts>, In<typeof listWorkContexts>>({
      ...rpc(listWorkContexts),
      providesTags: ["WorkContext"],
    }),
    chooseWorkContext: build.mutation<Out<typeof chooseWorkContext>, Command<In<typeof chooseWorkContext>>>({
      ...command(chooseWorkContext),
      // Another role or location sees other queues.
      invalidatesTags: ["WorkContext", "TaskList", "Conversation"],
    }),
  }),
});

export const { useListWorkContextsQuery, useChooseWorkContextMutation } = workContextApi;
