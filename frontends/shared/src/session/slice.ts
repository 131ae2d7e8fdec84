/** What the app knows about its session beyond the answer of GET /api/session. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** The session acts for another person than the tab shows; or the authorisation to act for that person is gone. */
export type Change = "person" | "mandate";

export interface SessionState {
  /** The session ended while the app was open: what it has shown is gone, and comes again with the next one. */
  readonly lost: boolean;
  /** It ended because the person signed out here from another session, or everywhere. */
  readonly endedElsewhere?: boolean;
  /** This browser has begun a visit: what was joined in it goes on with nobody signed in, and is taken over by who signs in. */
  readonly visit: boolean;
  /** Signed in, and not admitted in their own name: the server has refused something for that reason. */
  readonly denied: boolean;
  /** What the tab shows is not what the session acts for any more: the page has to go. */
  readonly changed?: Change;
  /** Signed in, and the onboarding or the terms are still to be done: the server has refused something for that reason. */
  readonly entering: boolean;
}

const begin: SessionState = { lost: false, visit: false, denied: false, entering: false };

export const sessionSlice = createSlice({
  name: "session",
  initialState: begin,
  reducers: {
    lost: ({ endedElsewhere = false }): SessionState => ({ ...begin, lost: true, endedElsewhere }),
    endedElsewhere: (state): SessionState => ({ ...state, endedElsewhere: true }),
    /** In a page whose session is over somebody goes on who is not signed in. */
    begunAnew: (): SessionState => begin,
    /** An answer about the session has said whether there is a visit. */
    visitHeard(state, { payload }: PayloadAction<boolean>) {
      state.visit = payload;
    },
    denied: (state): SessionState => ({ ...state, denied: true }),
    changed: (state, { payload }: PayloadAction<Change>): SessionState => ({ changed: payload, ...state }),
    entering: (state): SessionState => ({ ...state, entering: true }),
    entered: (state): SessionState => ({ ...state, entering: false }),
  },
});
