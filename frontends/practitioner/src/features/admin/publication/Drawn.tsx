import { LoadFailed, useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { RichTextJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useDrawRichTextQuery } from "./api";
import styles from "./Drawn.module.css";

interface DrawnProps {
  readonly markdown: string;
  /** Nothing is written beside the formatted text. */
  readonly isBlank: boolean;
  /** All of it, with the formatted text as the server draws it. */
  readonly children: (text: RichTextJson | undefined) => ReactNode;
}

/** What is written as its readers will see it, drawn by the server a moment after the last key. */
export function Drawn({ markdown, isBlank, children }: DrawnProps) {
  const t = useText();
  const headingId = useId();
  const settled = useSettled(markdown);
  const failureText = useFailureText();
  const { data, error, refetch } = useDrawRichTextQuery({ markdown: settled }, { skip: !settled.trim() });
  const isRefused = (error as { readonly reason?: string } | undefined)?.reason === "markdown_refused";
  const isWritten = settled.trim() !== "";
  return (
    <section aria-labelledby={headingId} className={styles.preview}>
      <h2 className={styles.label} id={headingId}>
        {t("publication.preview")}
      </h2>
      <div aria-live="polite">
        {error && isRefused ? <Banner tone="warning">{failureText(error, "")}</Banner> : null}
      </div>
      {error && !isRefused ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {isBlank && !isWritten ? (
        <p className={styles.none}>{t("publication.preview.none")}</p>
      ) : (
        children(isWritten ? data?.richText : undefined)
      )}
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
