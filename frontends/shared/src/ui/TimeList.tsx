import { clockChange, dayText, dotted, isAbroad, timeText, useLanguage, useText } from "../i18n";
import styles from "./TimeList.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

export interface FreeTime {
  readonly id: string;
  readonly start: Date;
  readonly minutes: number;
  /** How it is held, where, and by whom: what is not known, or the same for all, is left out. */
  readonly type?: string | undefined;
  readonly place?: string | undefined;
  readonly role?: string | undefined;
}

export interface TimeListProps {
  /** Names the list, for example the day. */
  readonly label: string;
  readonly times: readonly FreeTime[];
  readonly onChoose: (time: FreeTime) => void;
  /** They are of several days: each shows its own, which screen readers hear in any case. */
  readonly withDay?: boolean;
  /** The one whose choice is under way: the others wait. */
  readonly pending?: string | undefined;
}

/** Free times as buttons that each say all of it: day, time, length, type, place and role. */
export function TimeList({ label, times, onChoose, withDay = false, pending }: TimeListProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <ul aria-label={label} className={styles.times} data-days={withDay || undefined}>
      {times.map((time) => {
        const { id, start, minutes, type, place, role } = time;
        const day = dayText(language, start);
        const change = clockChange(start);
        const at = [
          t("ui.time.at", { time: timeText(language, start) }),
          change ? t(change === "summer" ? "ui.time.summer" : "ui.time.winter") : undefined,
          isAbroad(start) ? t("ui.time.finland") : undefined,
        ]
          .filter(Boolean)
          .join(" ");
        const about = dotted(t("ui.time.minutes", { minutes }), type, role);
        return (
          <li key={id}>
            <button
              aria-disabled={pending !== undefined || undefined}
              className={styles.time}
              data-pending={pending === id || undefined}
              onClick={() => pending === undefined && onChoose(time)}
              type="button"
            >
              {withDay ? <span className={styles.day}>{day}</span> : <VisuallyHidden>{day}</VisuallyHidden>}
              <Pause />
              <span className={styles.start}>{at}</span>
              <Pause />
              <span className={styles.about}>{about}</span>
              {place ? (
                <>
                  <Pause />
                  <span className={styles.about}>{place}</span>
                </>
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What stands in lines of their own is read as parts of one name. */
const comma = ", ";
const Pause = () => <VisuallyHidden>{comma}</VisuallyHidden>;
