/** Who works with remote appointments. */
import { api, type Command, command, type In, type Out, RemoteAccessService, rpc } from "@kajo/shared/rpc";

const { getRemoteAccess, saveRemoteAccess } = RemoteAccessService.method;

const remoteAccessApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRemoteAccess: build.query<Out<typeof getRemoteAccess>, Record<string, never>>({
      ...rpc(getRemoteAccess),
      providesTags: [{ type: "Record", id: "remote_access" }],
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    saveRemoteAccess: build.mutation<Out<typeof saveRemoteAccess>, Command<In<typeof saveRemoteAccess>>>({
      ...command(saveRemoteAccess),
      invalidatesTags: [{ type: "Record", id: "remote_access" }],
    }),
  }),
});

export const { useGetRemoteAccessQuery, useSaveRemoteAccessMutation } = remoteAccessApi;
