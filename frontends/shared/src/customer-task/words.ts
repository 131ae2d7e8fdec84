/** What a task says: a digital path's in each language of the services, a professional's as it was written. */
import { type Language, localized, localizedLang } from "../i18n";
import type { CustomerTaskJson, TranslatedJson } from "../rpc";

export interface TaskWords {
  readonly words: string;
  /** Of words that are in Finnish for want of others, so that a voice reads them as what they are. */
  readonly lang: string | undefined;
}

/** What it is called. */
export const titleOf = (language: Language, { title, translatedTitle }: CustomerTaskJson) =>
  wordsIn(language, translatedTitle, title);

/** What to do. */
export const instructionOf = (language: Language, { instruction, translatedInstruction }: CustomerTaskJson) =>
  wordsIn(language, translatedInstruction, instruction);

function wordsIn(language: Language, translated: TranslatedJson | undefined, written = ""): TaskWords {
  const { fi = "", sv = "", en = "" } = translated ?? {};
  const text = { texts: { fi, sv, en } };
  const words = localized(language, text);
  // In which language a professional wrote nobody knows.
  return words ? { words, lang: localizedLang(language, text) } : { words: written, lang: undefined };
}
