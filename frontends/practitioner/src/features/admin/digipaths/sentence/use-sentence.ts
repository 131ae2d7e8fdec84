import { languageConfig, useLanguage, useText } from "@kajo/shared/i18n";
import type { PathConditionJson, PathEntryJson, PathStepJson } from "../build/types";
import type { PathKind } from "../editors";
import { entrySentence, eventText, sentence, type Words } from "./sentence";
import { useReferences } from "./use-references";

/** The reader's language, and the names of today. */
function useWords(): Words {
  const t = useText();
  const { iso } = languageConfig[useLanguage()];
  const { nameOf } = useReferences();
  const list = new Intl.ListFormat(iso, { type: "disjunction" });
  return { t, nameOf, oneOf: (words) => list.format(words) };
}

/** Steps as sentences; `index`: the place of each in its block. */
export function useSentence(kind: PathKind): (step: PathStepJson, index: number) => string {
  const words = useWords();
  return (step, index) => sentence(words, step, kind === "PATH_KIND_EVENTS" ? index : undefined);
}

interface EntryTexts {
  readonly eventOf: (event: PathConditionJson) => string;
  readonly entryOf: (entry: PathEntryJson) => string;
}

/** What begins a path, as sentences. */
export function useEntryTexts(): EntryTexts {
  const words = useWords();
  return { eventOf: (event) => eventText(words, event), entryOf: (entry) => entrySentence(words, entry) };
}
