import { localizedLang, useLanguage } from "@kajo/shared/i18n";
import type { TranslatedJson } from "@kajo/shared/rpc";

/** A text of a survey as other texts of several languages: where it lacks the reader's, it is Finnish, and marked so (SUR-08). */
export const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });

/** `lang` of a text of a survey. */
export function useLangOf(): (text: TranslatedJson | undefined) => string | undefined {
  const language = useLanguage();
  return (text) => localizedLang(language, textsOf(text));
}
