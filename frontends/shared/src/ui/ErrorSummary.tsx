import { type MouseEvent, useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useText } from "../i18n";
import { Codes } from "./Codes";
import styles from "./ErrorSummary.module.css";

export interface SummaryError {
  /** The `name` of the field's element; the link puts the focus there. None for what belongs to no field. */
  readonly field?: string;
  readonly text: string;
}

export interface ErrorSummaryProps {
  readonly errors: readonly SummaryError[];
  /** How often the form was tried: the summary takes the focus once per try. */
  readonly tries: number;
  /** Code of the failed call, if there was one: where no field is named, there is nothing to correct. */
  readonly code?: string | undefined;
  /** Draws a field that is not drawn now, for example behind a tab: it is about to take the focus. */
  readonly reveal?: ((field: string) => void) | undefined;
}

export function ErrorSummary({ errors, tries, code, reveal }: ErrorSummaryProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  /** The try after which it took the focus. What is wrong only while somebody types takes them out of no field. */
  const told = useRef(0);
  const shown = errors.length > 0;
  useEffect(() => {
    if (!shown || tries <= told.current) return;
    told.current = tries;
    box.current?.focus();
  }, [tries, shown]);
  if (!shown) return null;
  const isToCorrect = code === undefined || errors.some(({ field }) => field !== undefined);
  const show = (event: MouseEvent, field: string) => {
    event.preventDefault();
    flushSync(() => reveal?.(field));
    const element = document.getElementsByName(field)[0];
    // The label, not the field alone, should come into view.
    element?.parentElement?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
  };
  return (
    <div aria-labelledby={titleId} className={styles.summary} ref={box} role="alert" tabIndex={-1}>
      <h2 className={styles.title} id={titleId}>
        {isToCorrect ? t("ui.errors.title", { n: errors.length }) : t("ui.errors.failed")}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ field, text }) => (
          <li key={`${field ?? ""} ${text}`}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => show(event, field)}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
      {code ? (
        <p className={styles.code}>
          <Codes>{t("errors.code", { code })}</Codes>
        </p>
      ) : null}
    </div>
  );
}
