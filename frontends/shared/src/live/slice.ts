/** Whether live updates come in; the frame tells people when they do not. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface LiveState {
  readonly state: "off" | "on" | "lost";
}

export const liveSlice = createSlice({
  name: "live",
  initialState: { state: "off" } as LiveState,
  reducers: {
    connectedChanged: (_state, action: PayloadAction<boolean>): LiveState => ({
      state: action.payload ? "on" : "lost",
    }),
    stopped: (): LiveState => ({ state: "off" }),
  },
});
