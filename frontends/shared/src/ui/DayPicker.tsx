import { type CalendarDate, parseDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from "react-aria-components";
import { dayText, timeText, useLanguage, useText } from "../i18n";
import { AriaLanguage } from "./AriaLanguage";
import { Button } from "./Button";
import styles from "./DayPicker.module.css";
import { clamped, monthBeside, monthOf, shownDay } from "./day-picker";

export interface FreeDay {
  /** "2026-11-27", in Finland. */
  readonly day: string;
  /** The first time that is free on it. */
  readonly first: Date;
}

/** Its first time may not be known before its month is. */
export type NextFreeDay = Pick<FreeDay, "day"> & Partial<FreeDay>;

export interface DayPickerProps {
  readonly label: string;
  /** The days of the month shown that have free times, in order; undefined while they are not known. */
  readonly free: readonly FreeDay[] | undefined;
  readonly value: string | null;
  readonly onChange: (day: string) => void;
  /** The month shown, "2026-11". */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  /** The first and the last day that can be free. */
  readonly min: string;
  readonly max: string;
  /** The next day with a free time after the chosen one, in whatever month; without a choice the first of all. */
  readonly next: NextFreeDay | undefined;
}

/**
 * A calendar of the days that have free times, in the page. Days without one say so, and need not be walked over: *Next free
 * day* chooses the next one, within the calendar by the key N as well.
 */
export function DayPicker({ label, free, value, onChange, month, onMonth, min, max, next }: DayPickerProps) {
  const t = useText();
  const language = useLanguage();
  const description = useId();
  const [focused, setFocused] = useState(value ?? next?.day ?? min);
  const firsts = new Map(free?.map(({ day, first }) => [day, first]));
  const shown = clamped(shownDay({ month, focused, value, free }), min, max);

  const choose = (day: string) => {
    setFocused(day);
    if (monthOf(day) !== month) onMonth(monthOf(day));
    onChange(day);
  };
  /** Whether the key was ours. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || !next) return false;
    choose(next.day);
    return true;
  };
  const [back, forth] = [monthBeside(month, -1), monthBeside(month, 1)];
  const isFirst = back < monthOf(min);
  const isLast = forth > monthOf(max);
  const dayOf = (day: string) => dayText(language, new Date(`${day}T12:00:00Z`));
  const at = (time: Date) => t("ui.time.at", { time: timeText(language, time) });
  /** Its times, if they are known. */
  const about = (day: string) => {
    const first = firsts.get(day);
    if (first) return t("ui.dayPicker.first", { time: at(first) });
    return free && day >= min && day <= max ? t("ui.dayPicker.full") : undefined;
  };
  const labelOf = (day: string, { isToday, isSelected }: { isToday: boolean; isSelected: boolean }) =>
    [
      dayOf(day),
      isToday ? t("ui.dayPicker.today") : undefined,
      isSelected ? t("ui.dayPicker.chosen") : undefined,
      about(day),
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <AriaLanguage>
      <div className={styles.picker} data-waiting={free ? undefined : ""}>
        <p className={styles.next} id={description}>
          {next
            ? t("ui.dayPicker.next.day", { day: [dayOf(next.day), next.first ? at(next.first) : ""].join(" ").trim() })
            : t(free ? "ui.dayPicker.next.none" : "ui.loading")}
        </p>
        <div>
          {/* It keeps the focus when there is no next one. */}
          <Button isPending={!next} kind="secondary" onPress={() => next && choose(next.day)}>
            {t("ui.dayPicker.next")}
          </Button>
        </div>
        <Calendar<CalendarDate>
          aria-describedby={description}
          aria-label={label}
          className={styles.calendar ?? ""}
          focusedValue={parseDate(shown)}
          isDateUnavailable={(date) => !firsts.has(date.toString())}
          maxValue={parseDate(max)}
          minValue={parseDate(min)}
          onChange={(date) => date && choose(date.toString())}
          onFocusChange={(date) => {
            setFocused(date.toString());
            if (monthOf(date.toString()) !== month) onMonth(monthOf(date.toString()));
          }}
          value={value !== null && firsts.has(value) ? parseDate(value) : null}
        >
          <div className={styles.months}>
            {/* Not the calendar's own, which lose the focus at the first and the last month. */}
            <MonthButton isOver={isFirst} label={t("ui.dayPicker.month.back")} onPress={() => onMonth(back)}>
              <ChevronLeft aria-hidden="true" size={20} />
            </MonthButton>
            <Heading className={styles.month ?? ""} />
            <MonthButton isOver={isLast} label={t("ui.dayPicker.month.forth")} onPress={() => onMonth(forth)}>
              <ChevronRight aria-hidden="true" size={20} />
            </MonthButton>
          </div>
          <CalendarGrid className={styles.days ?? ""}>
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>
              {(date) => {
                const first = firsts.get(date.toString());
                return (
                  <CalendarCell
                    className={styles.day ?? ""}
                    date={date}
                    render={({ children, ...cell }, state) => {
                      const said = {
                        "aria-label": labelOf(date.toString(), state),
                        onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => onKey(event) || cell.onKeyDown?.(event),
                      };
                      return (
                        <div {...cell} {...said}>
                          {children}
                          {first ? (
                            <span aria-hidden="true" className={styles.first}>
                              {timeText(language, first)}
                            </span>
                          ) : null}
                        </div>
                      );
                    }}
                  />
                );
              }}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
        <p className={styles.key}>{t("ui.dayPicker.key")}</p>
      </div>
    </AriaLanguage>
  );
}

interface MonthButtonProps {
  readonly label: string;
  /** There is no month beyond: it stays, with the focus it may have. */
  readonly isOver: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function MonthButton({ label, isOver, onPress, children }: MonthButtonProps) {
  return (
    <button
      aria-disabled={isOver || undefined}
      aria-label={label}
      className={styles.beside}
      onClick={isOver ? undefined : onPress}
      type="button"
    >
      {children}
    </button>
  );
}
