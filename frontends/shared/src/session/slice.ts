/** What the app knows about its session beyond the answer of GET /api/session. */
import { createSlice } from "@reduxjs/toolkit";

export interface SessionState {
  /** The session ended while the app was open: the screens stay, with what was typed in them. */
  readonly lost: boolean;
}

export const sessionSlice = createSlice({
  name: "session",
  initialState: { lost: false } as SessionState,
  reducers: {
    lost: (): SessionState => ({ lost: true }),
    found: (): SessionState => ({ lost: false }),
  },
});
