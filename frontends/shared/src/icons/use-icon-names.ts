import { useEffect, useState } from "react";
import { type Language, languageConfig, useLanguage } from "../i18n";

/** What icons and their groups ("group.health") are called. */
export type IconTexts = Readonly<Record<string, string>>;

const loaders = {
  fi: () => import("./names/fi.json"),
  sv: () => import("./names/sv.json"),
  en: () => import("./names/en.json"),
} as const;

/** Names in the language, in Finnish where it has none (Sami), and in English, by which people know many icons. */
export function useIconNames(): { readonly own: IconTexts; readonly english: IconTexts } | undefined {
  const language: Language = useLanguage();
  const [names, setNames] = useState<{ own: IconTexts; english: IconTexts }>();
  useEffect(() => {
    let wanted = true;
    void Promise.all([loaders[languageConfig[language].surveysLanguage](), loaders.en()]).then(([own, english]) => {
      if (wanted) setNames({ own: own.default, english: english.default });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  return names;
}
