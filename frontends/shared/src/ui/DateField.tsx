import { type CalendarDate, parseDate } from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Popover,
} from "react-aria-components";
import { AriaLanguage } from "./AriaLanguage";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";
import { FocusTarget } from "./FocusTarget";
import menu from "./ListPopover.module.css";
import { useListPlace } from "./open-dialogs";

export interface DateFieldProps {
  readonly label: string;
  /** A day of the calendar, "2026-03-05"; null while none is given. It has no zone: a birthday is one everywhere. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** First and last day that the calendar offers. */
  readonly min?: string;
  readonly max?: string;
  readonly isDisabled?: boolean;
}

/** A date in the order of the language, typed part by part or taken from a calendar. */
export function DateField({
  label,
  value,
  onChange,
  name,
  hint,
  error,
  optional = false,
  min,
  max,
  isDisabled = false,
}: DateFieldProps) {
  const place = useListPlace();
  return (
    <AriaLanguage>
      <DatePicker<CalendarDate>
        className={[styles.field, field.field].join(" ")}
        data-segmented=""
        isDisabled={isDisabled}
        isInvalid={error !== undefined}
        isRequired={!optional}
        onChange={(next) => onChange(next === null ? null : next.toString())}
        shouldForceLeadingZeros
        validationBehavior="aria"
        value={value === null ? null : parseDate(value)}
        {...(min ? { minValue: parseDate(min) } : {})}
        {...(max ? { maxValue: parseDate(max) } : {})}
      >
        <FieldHead hint={hint} label={label} optional={optional} />
        {name ? <FocusTarget name={name} value={value ?? ""} /> : null}
        <Group className={styles.frame ?? ""}>
          <DateInput className={styles.segments ?? ""}>
            {(segment) => <DateSegment className={styles.segment ?? ""} segment={segment} />}
          </DateInput>
          <Button className={styles.button ?? ""}>
            <CalendarDays aria-hidden="true" size={18} />
          </Button>
        </Group>
        <FieldError className={field.error ?? ""}>{error}</FieldError>
        <Popover className={menu.popover ?? ""} {...place}>
          <Dialog className={styles.calendar ?? ""}>
            <Calendar>
              <div className={styles.months}>
                <Button className={styles.button ?? ""} slot="previous">
                  <ChevronLeft aria-hidden="true" size={20} />
                </Button>
                <Heading className={styles.month ?? ""} />
                <Button className={styles.button ?? ""} slot="next">
                  <ChevronRight aria-hidden="true" size={20} />
                </Button>
              </div>
              <CalendarGrid className={styles.days ?? ""}>
                <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
                <CalendarGridBody>
                  {(date) => <CalendarCell className={styles.day ?? ""} date={date} />}
                </CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </AriaLanguage>
  );
}
