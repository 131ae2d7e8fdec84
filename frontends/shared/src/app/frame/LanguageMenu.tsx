import { useRouterState } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import { type Language, languageConfig, pathIn, useLanguage, useText } from "../../i18n";
import { DisclosureMenu } from "../../ui";
import styles from "./Frame.module.css";
import { LanguageChanged } from "./LanguageChanged";
import { LanguageLinks } from "./LanguageLinks";

const place = "menu";
const button = "language-menu";

/** The same page in another language. */
export function LanguageMenu({ languages }: { readonly languages: readonly Language[] }) {
  const t = useText();
  const language = useLanguage();
  // As the routes are written, without language and local words.
  const { pathname, searchStr, hash } = useRouterState({ select: (state) => state.location });
  return (
    <>
      <DisclosureMenu
        face={
          <>
            <Globe aria-hidden="true" size={20} />
            <span className={styles.wideOnly}>{languageConfig[language].name}</span>
          </>
        }
        id={button}
        label={`${t("app.language")}: ${languageConfig[language].name}`}
      >
        <LanguageLinks
          languages={languages}
          page={(each) => pathIn(each, pathname) + searchStr + (hash ? `#${hash}` : "")}
          place={place}
        />
      </DisclosureMenu>
      <LanguageChanged focus={button} place={place} />
    </>
  );
}
