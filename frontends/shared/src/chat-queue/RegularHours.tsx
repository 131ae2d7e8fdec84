import { useLanguage, weekdayText } from "../i18n";
import type { WeekdayWindowJson } from "../rpc";
import styles from "./Hours.module.css";
import { useHoursText, weekdaySpans } from "./hours";

/** The hours of each weekday: "ma–pe 8.00–16.00". */
export function RegularHours({ regular }: { readonly regular: readonly WeekdayWindowJson[] }) {
  const language = useLanguage();
  const hoursText = useHoursText();
  const daysText = (first: number, last: number) =>
    (first === last ? [first] : [first, last]).map((weekday) => weekdayText(language, weekday)).join("–");
  return (
    <dl className={styles.hours}>
      {weekdaySpans(regular).map(({ first, last, hours }) => (
        <div key={first}>
          <dt>{daysText(first, last)}</dt>
          <dd>{hoursText(hours)}</dd>
        </div>
      ))}
    </dl>
  );
}
