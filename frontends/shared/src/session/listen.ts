/** Notices, on any call, that the session is over. */
import { createListenerMiddleware, isRejectedWithValue } from "@reduxjs/toolkit";
import { keepDraftsOf } from "../drafts";
import { isRpcFailure, isSignedOut } from "../rpc/failure";
import { sessionApi } from "./api";
import { sessionSlice } from "./slice";

export function createSessionListener() {
  const listener = createListenerMiddleware();
  listener.startListening({
    predicate: (action) =>
      isRejectedWithValue(action) &&
      isRpcFailure(action.payload) &&
      isSignedOut(action.payload) &&
      // The question "who is signed in" may be answered with "nobody" before anybody was.
      !sessionApi.endpoints.getSession.matchRejected(action),
    effect: (_action, { dispatch }) => {
      dispatch(sessionSlice.actions.lost());
    },
  });
  listener.startListening({
    matcher: sessionApi.endpoints.getSession.matchFulfilled,
    effect: ({ payload }) => keepDraftsOf(payload.user.personId),
  });
  return listener;
}
