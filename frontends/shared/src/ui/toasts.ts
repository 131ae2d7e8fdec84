/** Short messages that come and go; text is made when one is shown, so that the store holds no sentences to translate. */
import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";

export interface Toast {
  readonly id: string;
  readonly tone: "success" | "danger" | "info";
  readonly text: string;
}

export const toastSlice = createSlice({
  name: "toasts",
  initialState: [] as readonly Toast[],
  reducers: {
    shown: {
      prepare: (toast: Omit<Toast, "id">) => ({ payload: { ...toast, id: nanoid() } }),
      // Three at once are as many as anybody reads.
      reducer: (toasts, action: PayloadAction<Toast>) => [...toasts, action.payload].slice(-3),
    },
    dismissed: (toasts, action: PayloadAction<string>) => toasts.filter((toast) => toast.id !== action.payload),
  },
});
