import { LanguageChanged, LanguageLinks } from "@kajo/shared/app";
import { languages, pathIn, useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";

import styles from "./LanguagePage.module.css";

const place = "page";
const current = "current-language";

export function LanguagePage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("language.title")}</PageHeading>
      <Card>
        <ul className={styles.list}>
          <LanguageLinks
            className={styles.language}
            currentId={current}
            languages={languages}
            page={(language) => pathIn(language, "/language")}
            place={place}
          />
        </ul>
      </Card>
      <LanguageChanged focus={current} place={place} />
    </Stack>
  );
}
