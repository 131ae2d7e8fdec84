import { dayText, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { CalendarEntryJson, CalendarScheduleJson } from "@kajo/shared/rpc";
import { Banner, Card, StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { typeText } from "../appointment-types/types";
import { useListCalendarQuery } from "./api";
import styles from "./Calendar.module.css";
import { noonOf } from "./days";
import { states } from "./states";
import { dayOf, doubledText, timesOf } from "./times";

interface AgendaProps {
  readonly days: readonly string[];
  readonly schedules: readonly CalendarScheduleJson[];
  readonly patientId: string | undefined;
  /** A heading for each day. */
  readonly withDays: boolean;
}

/** What is booked, day by day as lists: a calendar that can be heard. */
export function Agenda({ days, schedules, patientId, withDays }: AgendaProps) {
  const t = useText();
  const language = useLanguage();
  const query = useListCalendarQuery({
    scheduleIds: schedules.map(({ scheduleId = "" }) => scheduleId),
    date: days[0] ?? "",
    days: days.length,
    patientId: patientId ?? "",
  });
  return (
    <QueryView query={query}>
      {({ entries = [], more }) => (
        <>
          {more ? <Banner tone="warning">{t("calendar.more")}</Banner> : null}
          {days.map((day) => {
            const name = dayText(language, noonOf(day));
            const booked = entries.filter(({ span }) => dayOf(span) === day);
            return (
              <section aria-label={name} className={styles.day} key={day}>
                {withDays ? <h3>{name}</h3> : null}
                {booked.length === 0 ? (
                  <p className={styles.quiet}>{t("calendar.nothing")}</p>
                ) : (
                  <ul className={styles.entries}>
                    {booked.map((entry) => (
                      <li key={`${entry.scheduleId} ${entry.span?.startsAt} ${entry.appointmentId}`}>
                        <Entry entry={entry} schedules={schedules} />
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

interface EntryProps {
  readonly entry: CalendarEntryJson;
  readonly schedules: readonly CalendarScheduleJson[];
}

function Entry({ entry, schedules }: EntryProps) {
  const t = useText();
  const language = useLanguage();
  const doubled = doubledText(entry.span);
  // Of one's only schedule nobody needs to be told each time.
  const schedule =
    schedules.length > 1 ? schedules.find(({ scheduleId }) => scheduleId === entry.scheduleId)?.name : "";
  const written = timesOf(language, entry.span);
  const times = (
    <span className={styles.times}>
      {doubled ? t("calendar.doubled", { times: written, which: t(doubled) }) : written}
    </span>
  );
  if (!entry.appointmentId) {
    return (
      <div className={styles.taken}>
        {times}
        <span>{dotted(t("calendar.taken"), schedule)}</span>
      </div>
    );
  }
  const [state, tone] = states[entry.state ?? "APPOINTMENT_STATE_UNSPECIFIED"];
  return (
    <Card>
      <div className={styles.entry}>
        {times}
        <div>
          <Link
            className={styles.who}
            params={{ appointmentId: entry.appointmentId }}
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
