import { LoadFailed, useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { RichText } from "@kajo/shared/rich-text";
import { Banner } from "@kajo/shared/ui";
import { useEffect, useId, useState } from "react";
import { useDrawRichTextQuery } from "./api";
import styles from "./Drawn.module.css";

interface DrawnProps {
  readonly title: string;
  readonly markdown: string;
  /** ISO code of the language. */
  readonly lang: string;
}

/** A content as its readers will see it, drawn by the server a moment after the last key. */
export function Drawn({ title, markdown, lang }: DrawnProps) {
  const t = useText();
  const headingId = useId();
  const settled = useSettled(markdown);
  const failureText = useFailureText();
  const { data, error, refetch } = useDrawRichTextQuery({ markdown: settled }, { skip: !settled.trim() });
  const isRefused = (error as { readonly reason?: string } | undefined)?.reason === "markdown_refused";
  const isBlank = !title.trim() && !settled.trim();
  return (
    <section aria-labelledby={headingId} className={styles.preview}>
      <h2 className={styles.label} id={headingId}>
        {t("serviceContents.preview")}
      </h2>
      <div aria-live="polite">
        {error && isRefused ? <Banner tone="warning">{failureText(error, "")}</Banner> : null}
      </div>
      {error && !isRefused ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {isBlank ? <p className={styles.none}>{t("serviceContents.preview.none")}</p> : null}
      {title.trim() ? (
        <h3 className={styles.title} lang={lang}>
          {title}
        </h3>
      ) : null}
      {data?.richText && settled.trim() ? <RichText lang={lang} level={4} text={data.richText} /> : null}
    </section>
  );
}

const pauseMs = 400;

/** A text when nobody types any more. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
