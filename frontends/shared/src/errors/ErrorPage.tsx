import { type ReactNode, useEffect, useRef } from "react";
import { pathIn, useLanguage, useText } from "../i18n";
import { Row } from "../ui";
import styles from "./pages.module.css";

export interface ErrorPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What can be done about it, before the way to the front page. */
  readonly action: ReactNode;
}

/** In place of a page that cannot be shown; it also stands where there is no router. */
export function ErrorPage({ title, children, action }: ErrorPageProps) {
  const t = useText();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const service = t("app.name");
  useEffect(() => {
    document.title = `${title} | ${service}`;
    heading.current?.focus();
  }, [title, service]);
  return (
    <div className={styles.page} role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      <Row>
        {action}
        <a href={pathIn(language, "/")}>{t("errors.back")}</a>
      </Row>
    </div>
  );
}
