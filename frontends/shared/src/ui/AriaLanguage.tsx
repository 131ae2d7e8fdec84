import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { languageConfig, useLanguage } from "../i18n";

/**
 * The language of React Aria's own words, figures and calendars. Around each component that has some rather than around
 * the app, so that pages without one do not fetch it.
 */
export function AriaLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={languageConfig[useLanguage()].designLanguage}>{children}</I18nProvider>;
}
