import type { ReactNode } from "react";
import { dateTimeText, useLanguage } from "../i18n";
import styles from "./Timeline.module.css";

export interface TimelineEntry {
  readonly id: string;
  readonly at: Date;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Colour of the point; what it means stands in the title too. */
  readonly tone?: "neutral" | "info" | "success" | "warning" | "danger";
}

export interface TimelineProps {
  /** Names it, for screen readers. */
  readonly label: string;
  /** In the order in which they are to be read. */
  readonly entries: readonly TimelineEntry[];
}

/** What happened and when. */
export function Timeline({ label, entries }: TimelineProps) {
  const language = useLanguage();
  return (
    <ol aria-label={label} className={styles.timeline}>
      {entries.map(({ id, at, title, children, tone = "neutral" }) => (
        <li className={styles.entry} data-tone={tone} key={id}>
          <time className={styles.time} dateTime={at.toISOString()}>
            {dateTimeText(language, at)}
          </time>
          <div className={styles.title}>{title}</div>
          {children}
        </li>
      ))}
    </ol>
  );
}
