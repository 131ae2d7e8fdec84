/** Notices, on any call, that the session is over, or acts for somebody else than the tab shows. */
import { isRejectedWithValue, type Middleware } from "@reduxjs/toolkit";
import { awaitKey, forgetDrafts, lockDrafts } from "../drafts/draft";
import { allButSession, api } from "../rpc/api";
import { isEntering, isRpcFailure, isSignedOut, type RpcFailure } from "../rpc/failure";
import { showNobody, showPerson } from "../rpc/person";
import { isVisitor, knownSession, sessionApi } from "./api";
import { signedOut } from "./over";
import { type Change, sessionSlice } from "./slice";

/** Whether a failure says that the session acts for somebody else than this tab shows. */
function changeIn({ reason }: RpcFailure): Change | undefined {
  return reason === "mandate_revoked" ? "mandate" : reason === "person_changed" ? "person" : undefined;
}

/** A plain middleware: the toolkit's listeners would be a kilobyte of every page for a few lines. */
export const sessionListener: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const before = getState();
    const { begunAnew, changed, endedElsewhere, entering, lost, visitHeard } = sessionSlice.actions;
    // Where nobody is here, or nobody any more, there is nothing to lose.
    const isOver = lost.match(action) && (knownSession(before) || isVisitor(before));
    const isVisitOver = visitHeard.match(action) && !action.payload && isVisitor(before);
    const answer = next(action);
    if (isOver) lockDrafts();
    // Nobody is told of it: the page goes on for whoever is there.
    if (isVisitOver) forgetDrafts();
    // What was shown is in this page no more, neither on the screen nor behind it.
    if (isOver || isVisitOver) dispatch(api.util.resetApiState());
    if (begunAnew.match(action)) {
      // Who goes on in the page is asked for as in a new one.
      showNobody();
      awaitKey();
    }
    if (sessionApi.endpoints.getSession.matchFulfilled(action) && action.payload) {
      const { personId } = action.payload.user;
      if (!showPerson(personId)) dispatch(changed("person"));
      // They have signed in in another tab: what was fetched for nobody, or in a visit, is not what they see.
      if (knownSession(before) === null) dispatch(api.util.invalidateTags(allButSession));
    }
    const failure = failureIn(action);
    if (!failure) return answer;
    const change = changeIn(failure);
    if (change) dispatch(changed(change));
    // What one may do has changed: a professional may have lost the role or the place of work.
    if (failure.reason === "access_denied") dispatch(api.util.invalidateTags(["WorkContext"]));
    if (isEntering(failure)) dispatch(entering());
    if (failure.reason === "session_ended_elsewhere") dispatch(endedElsewhere());
    // The question "who is signed in" is answered with an error for a session that was over before the page came.
    if (isSignedOut(failure) && !sessionApi.endpoints.getSession.matchRejected(action)) {
      dispatch(signedOut() as never);
    }
    return answer;
  };

const failureIn = (action: unknown): RpcFailure | undefined =>
  isRejectedWithValue(action) && isRpcFailure(action.payload) ? action.payload : undefined;
