import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { type IntlShape, RawIntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { ErrorBoundary } from "../errors/ErrorBoundary";
import type { CallContext } from "../rpc";
import { CallContextProvider } from "./call-context";
import type { AppStore } from "./store";

export interface AppProps {
  readonly store: AppStore;
  readonly context: CallContext;
  readonly intl: IntlShape;
  readonly router: AnyRouter;
}

/** The providers around the router; the same in the browser and when a page is rendered ahead of it. */
export function App({ store, context, intl, router }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <CallContextProvider value={context}>
          <RawIntlProvider value={intl}>
            <ErrorBoundary>
              <RouterProvider router={router} />
            </ErrorBoundary>
          </RawIntlProvider>
        </CallContextProvider>
      </Provider>
    </StrictMode>
  );
}
