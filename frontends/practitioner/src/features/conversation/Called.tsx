import { type Language, Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";

type Named = Pick<ConversationJson, "topic" | "subcategoryName">;

/** Within a sentence: the topic, or the queue of what has none. */
export const calledIn = (language: Language, { topic, subcategoryName }: Named): string =>
  topic || localized(language, subcategoryName);

/** What a conversation is called. A form has no topic: it is called as its queue is (SUR-06). */
export function Called({ of }: { readonly of: Named }) {
  const t = useText();
  const language = useLanguage();
  if (of.topic) return of.topic;
  return localized(language, of.subcategoryName) ? <Localized text={of.subcategoryName} /> : t("formAnswers.kind");
}
