/** A visit: what somebody who is not signed in begins in this browser, known again by a cookie that no script sees. */
import { api, type CallContext, Code, jsonCall, type RpcFailure } from "@kajo/shared/rpc";
import { askSession, isLost, isVisitor, sessionSlice } from "@kajo/shared/session";

/** The answer was well, and the browser has not kept its cookie. */
const cookieMissing: RpcFailure = {
  code: Code.failedPrecondition,
  call: "BeginVisit",
  reason: "visit_cookie_missing",
  params: {},
  fields: [],
  traceId: "",
};

const visitApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Goes on with the visit that is there; or somebody is signed in, from another tab. The app knows of it before it goes on. */
    beginVisit: build.mutation<"visit" | "session", void>({
      async queryFn(_none, { dispatch, extra, getState }) {
        const { language } = extra as CallContext;
        const begun = await jsonCall<unknown>("BeginVisit", "POST", "/api/visit", language);
        if ("error" in begun) return begun;
        // Who was signed in here is not any more, and is not asked about otherwise.
        if (isLost(getState())) dispatch(sessionSlice.actions.begunAnew());
        const { data: session, error } = await dispatch(askSession());
        if (error) return { error: error as RpcFailure };
        if (session) return { data: "session" };
        return isVisitor(getState()) ? { data: "visit" } : { error: cookieMissing };
      },
    }),
    endVisit: build.mutation<unknown, void>({
      queryFn: (_none, { extra }) =>
        jsonCall<unknown>("EndVisit", "POST", "/api/visit/end", (extra as CallContext).language),
    }),
  }),
});

export const { useBeginVisitMutation, useEndVisitMutation } = visitApi;
