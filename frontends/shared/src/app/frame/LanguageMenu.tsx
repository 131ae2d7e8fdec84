import { useRouterState } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import { type Language, languageConfig, pathIn, useLanguage, useText } from "../../i18n";
import { DisclosureMenu } from "../../ui";
import styles from "./Frame.module.css";

/** The same page in another language: plain links, since another language is another catalogue and another store. */
export function LanguageMenu({ languages }: { readonly languages: readonly Language[] }) {
  const t = useText();
  const language = useLanguage();
  // As the routes are written, without language and local words.
  const { pathname, searchStr, hash } = useRouterState({ select: (state) => state.location });
  return (
    <DisclosureMenu
      face={
        <>
          <Globe aria-hidden="true" size={20} />
          <span className={styles.wideOnly}>{languageConfig[language].name}</span>
        </>
      }
      label={`${t("app.language")}: ${languageConfig[language].name}`}
    >
      {languages.map((each) => (
        <li key={each}>
          <a
            aria-current={each === language ? "true" : undefined}
            href={pathIn(each, pathname) + searchStr + (hash ? `#${hash}` : "")}
            hrefLang={languageConfig[each].iso}
            lang={languageConfig[each].iso}
          >
            {languageConfig[each].name}
          </a>
        </li>
      ))}
    </DisclosureMenu>
  );
}
