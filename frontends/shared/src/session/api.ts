/** The session endpoints of the gateway. Secrets stay in cookies that no script sees. */
import { api } from "../rpc/api";
import type { CallContext } from "../rpc/base-query";
import { jsonCall } from "../rpc/json-call";

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
  /** What the browser posts there; without it, it just goes. */
  readonly form?: Readonly<Record<string, string>>;
}

/** Empty when the last sign-in went well. */
export interface SignInError {
  readonly reason?: string;
}

const languageOf = (context: unknown) => (context as CallContext).language;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<Session, void>({
      queryFn: (_none, { extra }) => jsonCall<Session>("GetSession", "GET", "/api/session", languageOf(extra)),
      providesTags: ["Session"],
    }),
    /** Why the last sign-in failed; reading it clears it. */
    takeSignInError: build.query<SignInError, void>({
      queryFn: (_none, { extra }) =>
        jsonCall<SignInError>("TakeSignInError", "GET", "/api/session/error", languageOf(extra)),
      keepUnusedDataFor: 0,
    }),
    signIn: build.mutation<Url, { readonly returnTo: string; readonly language: string }>({
      queryFn: (body, { extra }) => jsonCall<Url>("SignIn", "POST", "/api/session/sign-in", languageOf(extra), body),
    }),
    signOut: build.mutation<Url, void>({
      queryFn: (_none, { extra }) => jsonCall<Url>("SignOut", "POST", "/api/session/sign-out", languageOf(extra)),
    }),
    closeOnBehalf: build.mutation<Url, void>({
      queryFn: (_none, { extra }) =>
        jsonCall<Url>("CloseOnBehalf", "POST", "/api/session/close-on-behalf", languageOf(extra)),
    }),
  }),
});

export const {
  useGetSessionQuery,
  useTakeSignInErrorQuery,
  useSignInMutation,
  useSignOutMutation,
  useCloseOnBehalfMutation,
} = sessionApi;
