/** The store both apps share the shape of; an app adds slices of its own through `extra`. */
import { combineSlices, configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { liveSlice } from "../live/slice";
import { api } from "../rpc/api";
import type { CallContext } from "../rpc/base-query";
import { sessionListener } from "../session/listen";
import { sessionSlice } from "../session/slice";
import { pendingSlice } from "../thread/pending/slice";
import { toastSlice } from "../ui/toasts";

const reducer = combineSlices(api, liveSlice, pendingSlice, sessionSlice, toastSlice);

export function createAppStore(context: CallContext) {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: context } })
        .prepend(sessionListener)
        .concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppState = ReturnType<AppStore["getState"]>;
