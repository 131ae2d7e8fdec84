/** Renders pages ahead of the browser, when the front ends are built (tools/prerender.mjs). */
import type { AnyRouter } from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { type CatalogueModule, type Language, pathIn, speak } from "../i18n";
import { createLazyTransport } from "../rpc/lazy-transport";
import { App } from "./providers";
import { type AppStore, createAppStore } from "./store";

export interface Prerendered {
  /** What stands in #root until the app takes its place. */
  readonly markup: string;
  readonly title: string;
  /** For who has switched scripts off. */
  readonly noscript: string;
}

/** The landing page as somebody sees it before it is known who they are: a stranger, or who comes with a session. */
export async function prerenderLanding(
  language: Language,
  catalogue: Promise<CatalogueModule>,
  createRouter: (store: AppStore) => AnyRouter,
  expectsSession: boolean,
): Promise<Prerendered> {
  const intl = await speak(language, catalogue);
  const context = {
    transport: createLazyTransport(() => Promise.reject(new Error("nothing is called while rendering ahead"))),
    language,
    expectsSession,
    wait: () => Promise.resolve(),
  };
  const store = createAppStore(context);
  const router = createRouter(store);
  await router.navigate({ href: pathIn(language, "/") });
  await router.load();
  const app = <App context={context} intl={intl} router={router} store={store} />;
  return {
    markup: renderToStaticMarkup(app),
    title: intl.formatMessage({ id: "app.name" }),
    noscript: intl.formatMessage({ id: "app.noscript" }),
  };
}
