/** What is to be done when the gateway says that nobody is signed in. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { askSession, isVisitor } from "./api";
import { sessionSlice } from "./slice";

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** A call was refused. A visitor has no session that could be over, but perhaps no visit any more: the answer about the session says so. */
export const signedOut = () => (dispatch: Dispatch, getState: () => unknown) => {
  if (isVisitor(getState())) void dispatch(askSession() as never);
  else dispatch(sessionSlice.actions.lost());
};

/** The live stream says that it is over. Why is known to whoever asks; that a session is over holds whatever the answer is. */
export const sessionEnded = () => async (dispatch: Dispatch, getState: () => unknown) => {
  const wasVisitor = isVisitor(getState());
  await dispatch(askSession() as never);
  if (!wasVisitor) dispatch(sessionSlice.actions.lost());
};
