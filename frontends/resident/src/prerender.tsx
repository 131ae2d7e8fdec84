/** For tools/prerender.mjs: the landing page as text, in each language. */
import { type Prerendered, prerenderLanding } from "@kajo/shared/app/prerender";
import type { Catalogue, Language } from "@kajo/shared/i18n";
import { createMemoryHistory } from "@tanstack/react-router";
import { catalogues, residentLanguages } from "./app/languages";
import { createResidentRouter } from "./app/router";

export const languages = residentLanguages;

export async function landing(language: Language, expectsSession: boolean): Promise<Prerendered> {
  const catalogue = (await catalogues[language]()).default as Catalogue;
  const history = createMemoryHistory({ initialEntries: [`/${language}/`] });
  return prerenderLanding(language, catalogue, createResidentRouter(language, history), expectsSession);
}
