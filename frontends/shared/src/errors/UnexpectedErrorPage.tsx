import { useEffect, useRef } from "react";
import { pathIn, useLanguage, useText } from "../i18n";
import { Button, Row } from "../ui";
import styles from "./pages.module.css";

export interface UnexpectedErrorPageProps {
  readonly code: string;
  /** What did not happen, where that is known. */
  readonly failed?: string | undefined;
}

/** Full loads on purpose: after an error nobody expected, the state of the app is not to be trusted. */
export function UnexpectedErrorPage({ code, failed }: UnexpectedErrorPageProps) {
  const t = useText();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${t("errors.unexpected.title")} | ${t("app.name")}`;
    heading.current?.focus();
  }, [t]);
  return (
    <div className={styles.page} role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {t("errors.unexpected.title")}
      </h1>
      {failed ? <p>{failed}</p> : null}
      <p>{t("errors.unexpected.text")}</p>
      <p className={styles.code}>{t("errors.code", { code })}</p>
      <Row>
        <Button onPress={() => window.location.reload()}>{t("errors.reload")}</Button>
        <a href={pathIn(language, "/")}>{t("errors.back")}</a>
      </Row>
    </div>
  );
}
