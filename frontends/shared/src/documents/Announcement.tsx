import { type ReactNode, useId } from "react";
import { useText } from "../i18n";
import { RichText } from "../rich-text";
import styles from "./Announcement.module.css";
import type { DocumentWords } from "./words";

/** How much it weighs. */
export type AnnouncementKind = "important" | "info" | "critical";

interface AnnouncementProps extends Omit<DocumentWords, "language"> {
  readonly kind: AnnouncementKind;
  /** Of its words, when it is not the page's. */
  readonly lang?: string | undefined;
  /** Of its title; headings in its text stand below it. */
  readonly level: 2 | 3 | 4;
}

const kinds = {
  important: "documents.drawn.important",
  info: "documents.drawn.info",
  critical: "documents.drawn.critical",
} as const;

const below = { 2: 3, 3: 4, 4: 5 } as const;

/** What everybody is told, as residents see it: how much it weighs is said in words too, and not by its colour alone. */
export function Announcement({ kind, title, text, linkText, linkUrl, lang, level }: AnnouncementProps) {
  const t = useText();
  const id = useId();
  const Heading = `h${level}` as "h2" | "h3" | "h4";
  return (
    <section aria-labelledby={id} className={styles.announcement} data-kind={kind}>
      <p className={styles.kind}>{t(kinds[kind])}</p>
      <Heading className={styles.title} id={id} lang={lang}>
        {title}
      </Heading>
      {text ? <RichText lang={lang} level={below[level]} text={text} /> : null}
      {linkText ? (
        <p lang={lang}>
          <Way url={linkUrl}>{linkText}</Way>
        </p>
      ) : null}
    </section>
  );
}

/** The server lets https addresses through alone; held once more here, and while one is being written it leads nowhere yet. */
function Way({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  if (!/^https:\/\/./.test(url)) return children;
  return (
    <a href={url} rel="noreferrer">
      {children}
    </a>
  );
}
