/** What things are called that something refers to, by kind: the owner of the kind says it. */
import { api, NameService, type Out, rpc, SchedulingNameService } from "@kajo/shared/rpc";

const { listNames } = NameService.method;

/** Kinds that content does not own. */
const ofScheduling: readonly string[] = ["booking_role", "schedule"];

const nameApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNames: build.query<Out<typeof listNames>, { readonly kind: string }>({
      query: ({ kind }) =>
        (ofScheduling.includes(kind) ? rpc(SchedulingNameService.method.listNames) : rpc(listNames)).query({ kind }),
      providesTags: (_names, _error, { kind }) => [{ type: "Record", id: kind }],
    }),
  }),
});

export const { useListNamesQuery } = nameApi;
