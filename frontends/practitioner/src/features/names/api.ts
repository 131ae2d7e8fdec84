/** What things are called that something refers to, by kind: the owner of the kind says it. */
import { api, DigipathNameService, NameService, type Out, rpc, SchedulingNameService } from "@kajo/shared/rpc";

const { listNames } = NameService.method;
const { getNames } = DigipathNameService.method;

/** Kinds that content does not own. */
const ofScheduling: readonly string[] = ["booking_role", "schedule"];

const nameApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNames: build.query<Out<typeof listNames>, { readonly kind: string }>({
      query: ({ kind }) =>
        (ofScheduling.includes(kind) ? rpc(SchedulingNameService.method.listNames) : rpc(listNames)).query({ kind }),
      providesTags: (_names, _error, { kind }) => [{ type: "Record", id: kind }],
    }),
    /** What a digital path is called now, whatever has become of it. */
    getPathName: build.query<Out<typeof getNames>, string>({
      query: (pathId) => rpc(getNames).query({ kind: "path", ids: [pathId] }),
      providesTags: [{ type: "Record", id: "path" }],
    }),
  }),
});

export const { useListNamesQuery, useGetPathNameQuery } = nameApi;
