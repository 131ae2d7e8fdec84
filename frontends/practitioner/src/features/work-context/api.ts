import { api, type Command, command, type In, type Out, rpc, WorkContextService } from "@kajo/shared/rpc";
import { useDispatch } from "react-redux";

const { listWorkContexts, chooseWorkContext } = WorkContextService.method;

export const workContextApi = api.injectEndpoints({
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

const { listWorkContexts: contexts } = workContextApi.endpoints;

/** Asks where one may work; the frame does, once there is a session. Pages read the answer with `useWorkContexts`. */
export const useListWorkContextsQuery = contexts.useQuery;

/**
 * What the frame has asked for. A page that appears asks nothing: what has just failed would be tried once more behind
 * the person who reads that it failed, and a press on "try again" would then do nothing.
 */
export function useWorkContexts() {
  const dispatch = useDispatch();
  const { data, error } = contexts.useQueryState({});
  const refetch = () =>
    Promise.resolve(dispatch(contexts.initiate({}, { forceRefetch: true, subscribe: false }) as never));
  return { data, error, refetch };
}

export const { useChooseWorkContextMutation } = workContextApi;
