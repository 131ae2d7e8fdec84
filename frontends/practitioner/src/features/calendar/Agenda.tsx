import { dayText, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { CalendarEntryJson, CalendarExceptionJson, CalendarScheduleJson, SpanJson } from "@kajo/shared/rpc";
import { Banner, Card, StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { typeText } from "../appointment-types/types";
import { useListCalendarQuery } from "./api";
import styles from "./Calendar.module.css";
import { noonOf } from "./days";
import { type FreeRow, folded, startOf } from "./free";
import type { CalendarSearch } from "./search";
import { stateOf } from "./states";
import { dayOf, doubledText, timesOf } from "./times";

interface AgendaProps {
  readonly days: readonly string[];
  readonly schedules: readonly CalendarScheduleJson[];
  /** What the address of the calendar says: what is opened leads back to it. */
  readonly search: CalendarSearch;
  /** A heading for each day. */
  readonly withDays: boolean;
}

/** What is booked and what is free, day by day as lists: a calendar that can be heard. */
export function Agenda({ days, schedules, search, withDays }: AgendaProps) {
  const t = useText();
  const language = useLanguage();
  const query = useListCalendarQuery({
    scheduleIds: schedules.map(({ scheduleId = "" }) => scheduleId),
    date: days[0] ?? "",
    days: days.length,
    patientId: search.patient ?? "",
  });
  return (
    <QueryView query={query}>
      {({ entries = [], free = [], exceptions = [], more }) => (
        <>
          {more ? <Banner tone="warning">{t("calendar.more")}</Banner> : null}
          {days.map((day) => {
            const name = dayText(language, noonOf(day));
            const rows = rowsOf(
              entries.filter(({ span }) => dayOf(span) === day),
              folded(free.filter(({ span }) => dayOf(span) === day)),
            );
            return (
              <section aria-label={name} className={styles.day} key={day}>
                {withDays ? <h3>{name}</h3> : null}
                <Exceptions exceptions={exceptions.filter(({ date }) => date === day)} schedules={schedules} />
                {rows.length === 0 ? (
                  <p className={styles.quiet}>{t("calendar.nothing")}</p>
                ) : (
                  <ul className={styles.entries}>
                    {rows.map(({ key, entry, free: time }) => (
                      <li key={key}>
                        {entry ? <Entry entry={entry} schedules={schedules} search={search} /> : null}
                        {time ? <Free schedules={schedules} time={time} /> : null}
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            );
          })}
        </>
      )}
    </QueryView>
  );
}

interface DayRow {
  readonly key: string;
  readonly entry?: CalendarEntryJson;
  readonly free?: FreeRow;
}

/** What is booked and what is free in one order of time. */
function rowsOf(booked: readonly CalendarEntryJson[], free: readonly FreeRow[]): readonly DayRow[] {
  const rows = [
    ...booked.map((entry) => ({
      key: `${entry.scheduleId} ${entry.span?.startsAt} ${entry.appointmentId}`,
      at: startOf(entry.span),
      entry,
    })),
    ...free.map((time) => ({
      key: `free ${time.scheduleId} ${time.span.startsAt}`,
      at: startOf(time.span),
      free: time,
    })),
  ];
  return rows.toSorted((one, other) => one.at - other.at);
}

/** Of one's only schedule nobody needs to be told each time. */
const nameAmong = (schedules: readonly CalendarScheduleJson[], id: string | undefined) =>
  schedules.length > 1 ? schedules.find(({ scheduleId }) => scheduleId === id)?.name : "";

function Times({ span }: { readonly span: SpanJson | undefined }) {
  const t = useText();
  const language = useLanguage();
  const doubled = doubledText(span);
  const times = timesOf(language, span);
  return <span className={styles.times}>{doubled ? t("calendar.doubled", { times, which: t(doubled) }) : times}</span>;
}

interface ExceptionsProps {
  readonly exceptions: readonly CalendarExceptionJson[];
  readonly schedules: readonly CalendarScheduleJson[];
}

/** How schedules are unlike themselves on a day. */
function Exceptions({ exceptions, schedules }: ExceptionsProps) {
  const t = useText();
  if (exceptions.length === 0) return null;
  return (
    <ul aria-label={t("calendar.exceptions")} className={styles.exceptions}>
      {exceptions.map(({ scheduleId, hours = [] }) => {
        const written = hours.map(({ from, until }) => `${from}–${until}`).join(", ");
        const what = written ? t("calendar.exceptionalHours", { hours: written }) : t("calendar.closed");
        return <li key={scheduleId}>{dotted(what, nameAmong(schedules, scheduleId))}</li>;
      })}
    </ul>
  );
}

interface FreeProps {
  readonly time: FreeRow;
  readonly schedules: readonly CalendarScheduleJson[];
}

function Free({ time, schedules }: FreeProps) {
  const t = useText();
  return (
    <div className={styles.free}>
      <Times span={time.span} />
      <span>{dotted(t("calendar.free", { n: time.count }), nameAmong(schedules, time.scheduleId))}</span>
    </div>
  );
}

interface EntryProps {
  readonly entry: CalendarEntryJson;
  readonly schedules: readonly CalendarScheduleJson[];
  readonly search: CalendarSearch;
}

function Entry({ entry, schedules, search }: EntryProps) {
  const t = useText();
  const language = useLanguage();
  const schedule = nameAmong(schedules, entry.scheduleId);
  const times = <Times span={entry.span} />;
  if (!entry.appointmentId) {
    return (
      <div className={styles.taken}>
        {times}
        <span>{dotted(t("calendar.taken"), schedule)}</span>
      </div>
    );
  }
  const [state, tone] = stateOf(entry.state);
  return (
    <Card>
      <div className={styles.entry}>
        {times}
        <div>
          <Link
            className={styles.who}
            params={{ appointmentId: entry.appointmentId }}
            search={search}
            to="/appointments/$appointmentId"
          >
            {entry.patientName || t("calendar.patientUnknown")}
          </Link>
          <p className={styles.quiet}>
            {dotted(localized(language, entry.service?.names), t(typeText(entry.type)), entry.place?.name, schedule)}
          </p>
          {entry.contactTime ? <p className={styles.quiet}>{t("calendar.contactTime")}</p> : null}
        </div>
        {entry.state === "APPOINTMENT_STATE_BOOKED" ? null : <StatusTag tone={tone}>{t(state)}</StatusTag>}
      </div>
    </Card>
  );
}
