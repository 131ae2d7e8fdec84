/** For tools/prerender.mjs: the landing page as text, in each language. */
import type { AppStore } from "@kajo/shared/app";
import { type Prerendered, prerenderLanding } from "@kajo/shared/app/prerender";
import type { Language } from "@kajo/shared/i18n";
import { createMemoryHistory } from "@tanstack/react-router";
import { catalogues, residentLanguages } from "./app/languages";
import { createResidentRouter } from "./app/router";

export const languages = residentLanguages;

export async function landing(language: Language, expectsSession: boolean): Promise<Prerendered> {
  const history = createMemoryHistory({ initialEntries: [`/${language}/`] });
  const createRouter = (store: AppStore) => createResidentRouter(language, store, history);
  return prerenderLanding(language, catalogues[language](), createRouter, expectsSession);
}
