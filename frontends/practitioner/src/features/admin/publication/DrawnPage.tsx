import { RichText } from "@kajo/shared/rich-text";
import type { RichTextJson } from "@kajo/shared/rpc";
import styles from "./Drawn.module.css";

interface DrawnPageProps {
  readonly title: string;
  readonly text: RichTextJson | undefined;
  /** ISO code of the language. */
  readonly lang: string;
}

/** A page of words, as it is drawn beside what is written. */
export function DrawnPage({ title, text, lang }: DrawnPageProps) {
  return (
    <>
      {title.trim() ? (
        <h3 className={styles.title} lang={lang}>
          {title}
        </h3>
      ) : null}
      {text ? <RichText lang={lang} level={4} text={text} /> : null}
    </>
  );
}
