/**
 * Starts an app: finds the language, goes to its address, fetches its catalogue, and puts the providers around the
 * router.
 */
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { RouterProvider as AriaRouterProvider, I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { ErrorBoundary } from "../errors/ErrorBoundary";
import {
  type Catalogue,
  createPlatformIntl,
  detectLanguage,
  type Language,
  languageConfig,
  languageCookieLine,
  languageOfPath,
  pathIn,
} from "../i18n";
import { createGrpcWebTransport } from "../rpc/grpc-web-transport";
import { CallContextProvider } from "./call-context";
import { createAppStore } from "./store";

export interface AppOptions {
  readonly languages: readonly Language[];
  readonly loadCatalogue: (language: Language) => Promise<{ readonly default: unknown }>;
  readonly createRouter: (language: Language) => AnyRouter;
}

export async function bootApp({ languages, loadCatalogue, createRouter }: AppOptions): Promise<void> {
  const { pathname, search, hash, protocol } = window.location;
  const language = detectLanguage(
    {
      path: pathname,
      htmlLang: document.documentElement.lang,
      cookies: document.cookie,
      wishes: navigator.languages,
    },
    languages,
  );
  if (languageOfPath(pathname, languages) === undefined) {
    // A deep link without a language keeps its page.
    window.history.replaceState(null, "", pathIn(language, pathname) + search + hash);
  }
  document.documentElement.lang = languageConfig[language].iso;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = languageCookieLine(language, protocol === "https:");

  const catalogue = (await loadCatalogue(language)).default as Catalogue;
  const intl = createPlatformIntl(language, catalogue);
  const context = {
    transport: createGrpcWebTransport(window.location.origin),
    language,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const store = createAppStore(context);
  const router = createRouter(language);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <CallContextProvider value={context}>
          <RawIntlProvider value={intl}>
            <I18nProvider locale={languageConfig[language].designLanguage}>
              <AriaRouterProvider navigate={(href) => window.location.assign(href)}>
                <ErrorBoundary>
                  <RouterProvider router={router} />
                </ErrorBoundary>
              </AriaRouterProvider>
            </I18nProvider>
          </RawIntlProvider>
        </CallContextProvider>
      </Provider>
    </StrictMode>,
  );
}
