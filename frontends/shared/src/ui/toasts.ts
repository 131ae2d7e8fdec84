/** Short messages that come and go; text is made when one is shown, so that the store holds no sentences to translate. */
import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { sessionSlice } from "../session/slice";

export interface Toast {
  readonly id: string;
  readonly tone: "success" | "danger" | "info";
  readonly text: string;
  /** What can still be done about it; such a toast stays until whoever showed it takes it away. */
  readonly action?: ToastAction;
}

/** Words only: what they do is kept beside the store (ToastRegion.tsx). */
export interface ToastAction {
  readonly label: string;
  /** As in `aria-keyshortcuts`. */
  readonly keys?: string | undefined;
}

export const toastSlice = createSlice({
  name: "toasts",
  initialState: [] as readonly Toast[],
  reducers: {
    shown: {
      prepare: (toast: Omit<Toast, "id">, id: string = nanoid()) => ({ payload: { ...toast, id } }),
      // Three at once are as many as anybody reads, and the same words once.
      reducer: (toasts, { payload }: PayloadAction<Toast>) =>
        [...toasts.filter((toast) => toast.action || toast.text !== payload.text), payload].slice(-3),
    },
    dismissed: (toasts, action: PayloadAction<string>) => toasts.filter((toast) => toast.id !== action.payload),
  },
  // They name people and matters.
  extraReducers: (build) => build.addCase(sessionSlice.actions.lost, () => []),
});
