import { useText } from "@kajo/shared/i18n";
import styles from "../inbox/InboxPage.module.css";
import type { EventItem } from "./event";
import { kindWord } from "./words";

const gap = " · ";

/** Of every kind the same: what it is called, where it stands, what it is, with whom or where, and when. */
export function EventRow({ event }: { readonly event: EventItem }) {
  const t = useText();
  const { kind, title, detail, state, when, isUnread = false, link } = event;
  return link({
    className: styles.row,
    "data-unread": isUnread || undefined,
    children: (
      <>
        <span className={styles.topic}>{title}</span>
        <span className={styles.tags}>{state}</span>
        <span className={styles.where}>
          <span>{t(kindWord[kind])}</span>
          {detail ? (
            <>
              <span>{gap}</span>
              {detail}
            </>
          ) : null}
        </span>
        <span className={styles.time}>{when}</span>
      </>
    ),
  });
}
