/** The session endpoints of the gateway. Secrets stay in cookies that no script sees. */
import { awaitKey, unlockDrafts } from "../drafts/draft";
import { hearStreamCursor } from "../live/stream-cursor";
import { api } from "../rpc/api";
import type { CallContext } from "../rpc/base-query";
import { isSignedOut, type RpcFailure } from "../rpc/failure";
import { jsonCall } from "../rpc/json-call";
import { hearServerTime } from "../rpc/server-time";
import { Code } from "../rpc/transport";
import { hearLasting } from "./idle/lasting";
import { type SessionState, sessionSlice } from "./slice";

export interface Session {
  readonly user: {
    readonly name: { readonly text: string; readonly given: string; readonly family: string; readonly usual?: string };
    readonly identifier: { readonly system: string; readonly value: string };
    readonly personId: string;
  };
  readonly impersonator?: { readonly id: string; readonly name: string; readonly patientId: string };
}

export interface Url {
  readonly url: string;
}

export interface SignIn {
  readonly returnTo: string;
  readonly language: string;
  /** The realm asks who is there, also in a session that lives. */
  readonly fresh?: boolean;
}

export interface SignOut {
  /** On all devices. */
  readonly everywhere?: boolean;
}

/** Empty when the last sign-in went well. */
export interface SignInError {
  readonly reason?: string;
}

/** Somebody was signed in, and the browser has no session any more: another tab has signed out. */
const gone: RpcFailure = {
  code: Code.unauthenticated,
  call: "GetSession",
  reason: "session_missing",
  params: {},
  fields: [],
  traceId: "",
};

const languageOf = (context: unknown) => (context as CallContext).language;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** null: nobody. What is known of somebody stays when they are gone, with what is on their screen. */
    getSession: build.query<Session | null, void>({
      async queryFn(_none, { dispatch, extra, getState }) {
        // Only another page shows anybody again.
        if (isLost(getState())) return { data: null };
        let draftKey: string | null = null;
        let visit = false;
        const hear = (headers: Headers) => {
          draftKey = headers.get("x-kajo-draft-key");
          visit = headers.get("x-kajo-visit") !== null;
          hearLasting(headers);
          hearStreamCursor(headers);
          hearServerTime(headers);
        };
        const asked = [languageOf(extra), undefined, hear] as const;
        const answer = await jsonCall<Session>("GetSession", "GET", "/api/session", ...asked);
        const isIn = "data" in answer && "user" in answer.data;
        // A visitor has signed in, in another tab: what they type from now on lies under their own key.
        if (isIn && isVisitor(getState())) awaitKey();
        // Whoever is shown has what they have typed before.
        await unlockDrafts(draftKey, isIn);
        if ("error" in answer) {
          // Somebody has signed in in another tab, and their session is over: no visit goes on beside it.
          if (isVisitor(getState()) && isSignedOut(answer.error)) dispatch(sessionSlice.actions.lost());
          return answer;
        }
        dispatch(sessionSlice.actions.visitHeard(visit));
        if (isIn) return answer;
        return knownSession(getState()) ? { error: gone } : { data: null };
      },
      providesTags: ["Session"],
    }),
    /** Why the last sign-in failed; reading it clears it. */
    takeSignInError: build.query<SignInError, void>({
      queryFn: (_none, { extra }) =>
        jsonCall<SignInError>("TakeSignInError", "GET", "/api/session/error", languageOf(extra)),
      keepUnusedDataFor: 0,
    }),
    signIn: build.mutation<Url, SignIn>({
      queryFn: (body, { extra }) => jsonCall<Url>("SignIn", "POST", "/api/session/sign-in", languageOf(extra), body),
    }),
    signOut: build.mutation<Url, SignOut>({
      queryFn: (body, { extra }) => jsonCall<Url>("SignOut", "POST", "/api/session/sign-out", languageOf(extra), body),
    }),
    /** The way to the national service, where the person picks on whose behalf they act. */
    beginOnBehalf: build.mutation<Url, { readonly returnTo: string; readonly language: string }>({
      queryFn: (body, { extra }) =>
        jsonCall<Url>("BeginOnBehalf", "POST", "/api/session/on-behalf", languageOf(extra), body),
    }),
    closeOnBehalf: build.mutation<Url, void>({
      queryFn: (_none, { extra }) =>
        jsonCall<Url>("CloseOnBehalf", "POST", "/api/session/close-on-behalf", languageOf(extra)),
    }),
  }),
});

export const isLost = (state: unknown): boolean => (state as { readonly session: SessionState }).session.lost;

const selectSession = sessionApi.endpoints.getSession.select();

export const knownSession = (state: unknown): Session | null | undefined => selectSession(state as never).data;

/** Asks anew who is signed in. */
export const askSession = () =>
  sessionApi.endpoints.getSession.initiate(undefined, { forceRefetch: true, subscribe: false });

/** Whether nobody is signed in, and what they began in a visit is theirs all the same. */
export const isVisitor = (state: unknown): boolean =>
  (state as { readonly session: SessionState }).session.visit && knownSession(state) === null;

/** Who is signed in; no data while that is not known, and for nobody. */
export function useGetSessionQuery() {
  return sessionApi.useGetSessionQuery(undefined, {
    selectFromResult: ({ data, error, isLoading, isSuccess }) => ({
      data: data ?? undefined,
      error,
      isLoading,
      isSuccess,
    }),
  });
}

export const {
  useTakeSignInErrorQuery,
  useSignInMutation,
  useSignOutMutation,
  useBeginOnBehalfMutation,
  useCloseOnBehalfMutation,
} = sessionApi;
