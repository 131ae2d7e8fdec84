/**
 * Starts an app: finds the language, goes to its address, fetches its catalogue and the first route, and only then puts
 * itself in the place of what the gateway sent as text.
 */
import type { AnyRouter } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { noteUnfetched } from "../errors/unfetched";
import {
  type CatalogueModule,
  detectLanguage,
  type Language,
  languageConfig,
  languageCookieLine,
  languageOfPath,
  pathIn,
  speak,
} from "../i18n";
import { createLazyTransport } from "../rpc/lazy-transport";
import { sessionApi } from "../session/api";
import { letGo } from "./ahead";
import { App } from "./providers";
import { type AppStore, createAppStore } from "./store";
import { applyLook, followSystem } from "./theme";

export interface AppOptions {
  readonly languages: readonly Language[];
  /** First words of a path that lead to another language's pages, for example where an app lacks a language. */
  readonly aliases?: Readonly<Record<string, Language>>;
  readonly loadCatalogue: (language: Language) => Promise<CatalogueModule>;
  readonly createRouter: (language: Language, store: AppStore) => AnyRouter;
}

/** The wire is not needed for the first picture, and a context is needed for the store. */
const transport = () =>
  createLazyTransport(async () => {
    const { createGrpcWebTransport } = await import("../rpc/grpc-web-transport");
    return createGrpcWebTransport(window.location.origin);
  });

export async function bootApp({ languages, aliases, loadCatalogue, createRouter }: AppOptions): Promise<void> {
  noteUnfetched();
  applyLook();
  followSystem();
  const language = settleLanguage(languages, aliases);
  const context = {
    transport: transport(),
    language,
    // Written by the gateway (shell.rs); the session itself is in a cookie that no script sees.
    expectsSession: document.documentElement.dataset.session !== undefined,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const store = createAppStore(context);
  const router = createRouter(language, store);
  router.subscribe("onBeforeNavigate", letGo);
  // Asked for while the code of the page is fetched: whoever comes, the page wants to know who it is.
  void store.dispatch(sessionApi.endpoints.getSession.initiate(undefined, { subscribe: false }));
  const [intl] = await Promise.all([speak(language, loadCatalogue(language)), router.load()]);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  neverShowAgain(root);
  createRoot(root).render(<App context={context} intl={intl} router={router} store={store} />);
  // Nobody goes back before a first press has led away; without it, going back only begins at the heading.
  const leaving = ({ target }: MouseEvent) => {
    const { state } = router.history.location;
    import("../ui/focus-return").then(({ returnFocus }) => returnFocus(router, { state, target })).catch(() => {});
  };
  document.addEventListener("click", leaving, { capture: true, once: true });
}

/** A page that the browser keeps aside when it is left would show on the way back what somebody saw whose session is over by then. */
function neverShowAgain(root: HTMLElement): void {
  window.addEventListener("pagehide", ({ persisted }) => {
    root.hidden = persisted;
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/** Finds the language and writes it where it belongs: address, html tag, cookie. */
function settleLanguage(languages: readonly Language[], aliases: AppOptions["aliases"] = {}): Language {
  const { pathname, search, hash, protocol } = window.location;
  const [, first = "", ...rest] = pathname.split("/");
  const alias = aliases[first];
  const language =
    alias ??
    detectLanguage(
      {
        path: pathname,
        htmlLang: document.documentElement.lang,
        cookies: document.cookie,
        wishes: navigator.languages,
      },
      languages,
    );
  if (alias) {
    window.history.replaceState(null, "", pathIn(language, `/${rest.join("/")}`) + search + hash);
  } else if (languageOfPath(pathname, languages) === undefined) {
    // A deep link without a language keeps its page.
    window.history.replaceState(null, "", pathIn(language, pathname) + search + hash);
  }
  document.documentElement.lang = languageConfig[language].iso;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = languageCookieLine(language, protocol === "https:");
  return language;
}
