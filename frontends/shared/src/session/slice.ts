/** What the app knows about its session beyond the answer of GET /api/session. */
import { createSlice } from "@reduxjs/toolkit";

export interface SessionState {
  /** The session ended while the app was open: the screens stay, with what was typed in them. */
  readonly lost: boolean;
  /** Signed in, and not admitted in their own name: the server has refused something for that reason. */
  readonly denied: boolean;
}

export const sessionSlice = createSlice({
  name: "session",
  initialState: { lost: false, denied: false } as SessionState,
  reducers: {
    lost: (): SessionState => ({ lost: true, denied: false }),
    found: (): SessionState => ({ lost: false, denied: false }),
    denied: (state): SessionState => ({ ...state, denied: true }),
  },
});
