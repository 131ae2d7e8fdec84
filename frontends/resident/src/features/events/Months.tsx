import { languageConfig, monthText, useLanguage } from "@kajo/shared/i18n";
import { useId } from "react";
import { byMonth } from "./by-month";
import { EventRow } from "./EventRow";
import styles from "./EventsPage.module.css";
import type { EventItem } from "./event";

/** Events under the months in which they were, a list each. */
export function Months({ events }: { readonly events: readonly EventItem[] }) {
  const language = useLanguage();
  const id = useId();
  // The Sami languages have Finnish dates.
  const { dateLocale } = languageConfig[language];
  return (
    <div className={styles.months}>
      {byMonth(events).map(({ month, at, events: those }) => (
        <div className={styles.month} key={month}>
          {at ? (
            <h3 id={`${id}-${month}`} lang={dateLocale}>
              {monthText(language, new Date(at))}
            </h3>
          ) : null}
          <ul aria-labelledby={at ? `${id}-${month}` : "history-title"} className={styles.list}>
            {those.map((event) => (
              <li key={event.key}>
                <EventRow event={event} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
