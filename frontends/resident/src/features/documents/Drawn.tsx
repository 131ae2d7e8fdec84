import { Announcement, type AnnouncementKind, type DocumentWords } from "@kajo/shared/documents";
import { RichText } from "@kajo/shared/rich-text";
import styles from "./Drawn.module.css";
import { useLangOf } from "./remembered";

interface DrawnAnnouncementProps {
  readonly kind: AnnouncementKind;
  readonly words: DocumentWords;
}

export function DrawnAnnouncement({ kind, words }: DrawnAnnouncementProps) {
  const { title, text, linkText, linkUrl } = words;
  const lang = useLangOf(words);
  return (
    <Announcement kind={kind} lang={lang} level={2} linkText={linkText} linkUrl={linkUrl} text={text} title={title} />
  );
}

/** What the start page says below its greeting. */
export function DrawnLead({ words }: { readonly words: DocumentWords }) {
  const { title, text } = words;
  const lang = useLangOf(words);
  return (
    <div className={styles.lead}>
      <p className={styles.title} lang={lang}>
        <strong>{title}</strong>
      </p>
      {text ? <RichText lang={lang} text={text} /> : null}
    </div>
  );
}
