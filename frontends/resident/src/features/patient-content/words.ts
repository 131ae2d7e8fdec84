import { useLanguage } from "@kajo/shared/i18n";
import type { MyContentJson } from "@kajo/shared/rpc";

/** `lang` of a content that is not in the reader's language, so that a screen reader changes its voice. */
export function useLangOf(): (content: MyContentJson) => string | undefined {
  const own = useLanguage();
  return ({ language }) => (language && language !== own ? language : undefined);
}
