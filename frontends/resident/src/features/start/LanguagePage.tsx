import { languageConfig, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";
import { residentLanguages } from "../../app/languages";
import styles from "./LanguagePage.module.css";

/** Plain links: another language is another catalogue, another `lang` and another store. */
export function LanguagePage() {
  const t = useText();
  const current = useLanguage();
  return (
    <Stack gap="l">
      <PageHeading>{t("language.title")}</PageHeading>
      <Card>
        <ul className={styles.list}>
          {residentLanguages.map((language) => (
            <li key={language}>
              <a
                aria-current={language === current ? "true" : undefined}
                className={styles.language}
                href={pathIn(language, "/language")}
                hrefLang={languageConfig[language].iso}
                lang={languageConfig[language].iso}
              >
                {languageConfig[language].name}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}
