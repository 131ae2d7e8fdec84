import { api, type Command, command, type In, type Out, OwnSessionService, rpc } from "../rpc";

const { listMySessions, endMySession, endMyOtherSessions } = OwnSessionService.method;

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMySessions: build.query<Out<typeof listMySessions>, In<typeof listMySessions>>({
      ...rpc(listMySessions),
      providesTags: ["OwnSession"],
      // Where somebody has signed in since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
    endMySession: build.mutation<Out<typeof endMySession>, Command<In<typeof endMySession>>>({
      ...command(endMySession),
      // Refused too: what is not there any more is not listed any more.
      invalidatesTags: ["OwnSession"],
    }),
    endMyOtherSessions: build.mutation<Out<typeof endMyOtherSessions>, Command<In<typeof endMyOtherSessions>>>({
      ...command(endMyOtherSessions),
      invalidatesTags: ["OwnSession"],
    }),
  }),
});

export const { useListMySessionsQuery, useEndMySessionMutation, useEndMyOtherSessionsMutation } = sessionsApi;
