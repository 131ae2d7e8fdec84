/** Notices, on any call, that the session is over, or acts for somebody else than the tab shows. */
import { type Dispatch, isRejectedWithValue, type Middleware } from "@reduxjs/toolkit";
import { awaitKey, forgetDrafts, lockDrafts } from "../drafts/draft";
import { api } from "../rpc/api";
import { isEntering, isRpcFailure, isSignedOut, type RpcFailure } from "../rpc/failure";
import { showNobody, showPerson } from "../rpc/person";
import { isLost, isVisitor, knownSession, sessionApi } from "./api";
import { signedOut } from "./over";
import { type Change, sessionSlice } from "./slice";

/** Whether a failure says that the session acts for somebody else than this tab shows. */
function changeIn({ reason }: RpcFailure): Change | undefined {
  return reason === "mandate_revoked" ? "mandate" : reason === "person_changed" ? "person" : undefined;
}

/** The session is over: what it has shown is in this page no more, neither on the screen nor behind it. */
function forget(dispatch: Dispatch): void {
  lockDrafts();
  dispatch(api.util.resetApiState());
}

/** The same for a visit, of which nobody is told: the page goes on for whoever is there. */
function forgetVisit(dispatch: Dispatch): void {
  forgetDrafts();
  dispatch(api.util.resetApiState());
}

/** Nothing of the session that was over is in this page any more: who goes on in it is asked for as in a new one. */
function beginAnew(): void {
  showNobody();
  awaitKey();
}

/** A plain middleware: the toolkit's listeners would be a kilobyte of every page for a few lines. */
export const sessionListener: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    // A visitor has nothing to lose.
    const isOver = sessionSlice.actions.lost.match(action) && !isLost(getState()) && Boolean(knownSession(getState()));
    const { visitHeard } = sessionSlice.actions;
    const isVisitOver = visitHeard.match(action) && !action.payload && isVisitor(getState());
    const answer = next(action);
    if (isOver) forget(dispatch);
    if (isVisitOver) forgetVisit(dispatch);
    if (sessionSlice.actions.begunAnew.match(action)) beginAnew();
    if (sessionApi.endpoints.getSession.matchFulfilled(action) && action.payload) {
      const { personId } = action.payload.user;
      if (!showPerson(personId)) dispatch(sessionSlice.actions.changed("person"));
    }
    const failure = failureIn(action);
    if (!failure) return answer;
    const change = changeIn(failure);
    if (change) dispatch(sessionSlice.actions.changed(change));
    // What one may do has changed: a professional may have lost the role or the place of work.
    if (failure.reason === "access_denied") dispatch(api.util.invalidateTags(["WorkContext"]));
    if (isEntering(failure)) dispatch(sessionSlice.actions.entering());
    if (failure.reason === "session_ended_elsewhere") dispatch(sessionSlice.actions.endedElsewhere());
    // The question "who is signed in" is answered with an error for a session that was over before the page came.
    if (isSignedOut(failure) && !sessionApi.endpoints.getSession.matchRejected(action)) {
      dispatch(signedOut() as never);
    }
    return answer;
  };

const failureIn = (action: unknown): RpcFailure | undefined =>
  isRejectedWithValue(action) && isRpcFailure(action.payload) ? action.payload : undefined;
