import { dotted, shortDayText, useLanguage, useText } from "../i18n";
import type { DayReasonJson, OpeningDayJson } from "../rpc";
import styles from "./Hours.module.css";
import { useHoursText } from "./hours";

const reasons = {
  DAY_REASON_HOLIDAY: "chatQueue.reason.holiday",
  DAY_REASON_EVE: "chatQueue.reason.eve",
  DAY_REASON_EXCEPTION: "chatQueue.reason.exception",
} as const satisfies Partial<Record<DayReasonJson, string>>;

/** Days of the calendar with their hours, and why these are not those of the weekday. */
export function OpeningDays({ days }: { readonly days: readonly OpeningDayJson[] }) {
  const t = useText();
  const language = useLanguage();
  const hoursText = useHoursText();
  return (
    <dl className={styles.hours}>
      {days.map(({ date = "", hours = [], reason }) => {
        const why = reason && reason in reasons ? reasons[reason as keyof typeof reasons] : undefined;
        return (
          <div key={date}>
            <dt>{shortDayText(language, new Date(`${date}T10:00:00Z`))}</dt>
            <dd>{dotted(hoursText(hours), why ? t(why) : undefined)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
