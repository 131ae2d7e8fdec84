import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { RichTextJson } from "@kajo/shared/rpc";
import { type ReactNode, useId } from "react";
import styles from "./Drawn.module.css";
import type { Drawing } from "./use-drawn";

interface PreviewProps {
  readonly drawing: Drawing;
  /** Nothing is written beside the formatted text. */
  readonly isBlank: boolean;
  /** Above it, what has no place in it, where its field does not say so. */
  readonly refusal?: ReactNode;
  /** All of it, with the formatted text as the server draws it. */
  readonly children: (text: RichTextJson | undefined) => ReactNode;
}

/** What is written as its readers will see it. */
export function Preview({ drawing, isBlank, refusal, children }: PreviewProps) {
  const t = useText();
  const headingId = useId();
  const { isWritten, text, failure, retry } = drawing;
  return (
    <section aria-labelledby={headingId} className={styles.preview}>
      <h2 className={styles.label} id={headingId}>
        {t("publication.preview")}
      </h2>
      {refusal}
      {failure ? <LoadFailed error={failure} onRetry={retry} /> : null}
      {isBlank && !isWritten ? <p className={styles.none}>{t("publication.preview.none")}</p> : children(text)}
    </section>
  );
}
