/** What is to be done when the gateway says that nobody is signed in. */
import type { AppDispatch } from "../rpc/dispatch";
import { askSession, isVisitor, knownSession } from "./api";
import { sessionSlice } from "./slice";

/**
 * A call was refused. A visitor has no session that could be over, but perhaps no visit any more: the answer about the session says so. Where
 * nobody is here, or nobody any more, nothing is lost.
 */
export const signedOut =
  (asks = false) =>
  async (dispatch: AppDispatch, getState: () => unknown) => {
    const wasIn = knownSession(getState());
    if (asks || isVisitor(getState())) await dispatch(askSession());
    if (wasIn) dispatch(sessionSlice.actions.lost());
  };

/** The live stream says that it is over. Why is known to whoever asks; that a session is over holds whatever the answer is. */
export const sessionEnded = () => signedOut(true);
