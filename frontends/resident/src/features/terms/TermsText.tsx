import { dateTimeText, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { Prose } from "@kajo/shared/prose";
import type { Terms } from "./api";
import styles from "./Terms.module.css";

/** The terms in force, with their version; in Finnish, and said and marked so, where there is no text of the reader's language. */
export function TermsText({ terms, level = 2 }: { readonly terms: Terms; readonly level?: 2 | 3 }) {
  const t = useText();
  const language = useLanguage();
  const { version = 0, text, publishedAt } = terms;
  const lang = localizedLang(language, text);
  return (
    <>
      {publishedAt ? (
        <p className={styles.quiet}>
          {t("terms.version", { version, date: dateTimeText(language, new Date(publishedAt)) })}
        </p>
      ) : null}
      {lang ? <p>{t("terms.languages")}</p> : null}
      <Prose lang={lang} level={level} text={localized(language, text)} />
    </>
  );
}
