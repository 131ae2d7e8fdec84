import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { Question } from "./PublicationForm";

/** What is asked before languages are published that say what the Finnish words said before; undefined: there are none. */
export function useStaleQuestion(stale: readonly Language[]): Question | undefined {
  const t = useText();
  if (stale.length === 0) return undefined;
  const languages = stale.map((each) => languageConfig[each].name).join(", ");
  return { title: t("publication.publish.stale.title"), text: <p>{t("publication.publish.stale", { languages })}</p> };
}
