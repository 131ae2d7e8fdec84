import { useText } from "@kajo/shared/i18n";
import { QueryView, useKeptFocus } from "@kajo/shared/patterns";
import {
  type CalendarScheduleJson,
  type ListRemoteAppointmentsResponseJson,
  type RemoteAppointmentJson,
  useServerNow,
} from "@kajo/shared/rpc";
import { Banner, EmptyState, VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { useListRemoteAppointmentsQuery } from "./api";
import styles from "./Calendar.module.css";
import { startOf } from "./free";
import { joinMoments, stateAt } from "./joining";
import { RemoteRow } from "./RemoteRow";
import type { CalendarSearch } from "./search";
import { useOpenedText } from "./use-opened-text";

interface RemoteListProps {
  readonly schedules: readonly CalendarScheduleJson[];
  /** What the address of the calendar says: what is opened leads back to it. */
  readonly search: CalendarSearch;
}

/** The remote appointments of the schedules that are chosen, by where they stand; who waits, and the way in (SCH-08). */
export function RemoteList({ schedules, search }: RemoteListProps) {
  const query = useListRemoteAppointmentsQuery({
    scheduleIds: schedules.map(({ scheduleId = "" }) => scheduleId),
    patientId: search.patient ?? "",
  });
  return (
    <QueryView query={query}>
      {(listed) => (
        <Listed listed={listed} onBegun={() => void query.refetch()} schedules={schedules} search={search} />
      )}
    </QueryView>
  );
}

const groups = [
  ["REMOTE_STATE_ONGOING", "calendar.remote.ongoing"],
  ["REMOTE_STATE_UPCOMING", "calendar.remote.upcoming"],
  ["REMOTE_STATE_CANCELLED", "calendar.remote.cancelled"],
] as const;

const keyOf = ({ scheduleId, span, appointmentId }: RemoteAppointmentJson) =>
  `${scheduleId} ${span?.startsAt} ${appointmentId}`;

interface ListedProps extends RemoteListProps {
  readonly listed: ListRemoteAppointmentsResponseJson;
  /** One has begun since they were fetched. */
  readonly onBegun: () => void;
}

function Listed({ listed, onBegun, schedules, search }: ListedProps) {
  const t = useText();
  const headingId = useId();
  const { appointments = [], more = false, presenceUnknown = false } = listed;
  const now = useServerNow(appointments.flatMap(({ span, joining }) => [startOf(span), ...joinMoments(joining)]));
  const heading = useFocusedHeading(appointments.length);
  useKeptFocus(heading);
  useBegun(appointments, now, onBegun);
  const openedText = useOpenedText(appointments, now);
  const waiting = appointments.reduce((all, each) => all + (each.waiting ?? 0), 0);
  const waitingText = waiting > 0 ? t("calendar.remote.waiting", { n: waiting }) : "";
  return (
    <section aria-labelledby={headingId} className={styles.remote}>
      <h2 className={styles.range} id={headingId} ref={heading} tabIndex={-1}>
        {t("calendar.view.remote")}
      </h2>
      {/* Always there, so that they are announced when they are filled; apart, so that neither is said again with the other. */}
      <VisuallyHidden role="status">{waitingText}</VisuallyHidden>
      <VisuallyHidden role="status">{openedText}</VisuallyHidden>
      {more ? <Banner tone="warning">{t("calendar.remote.more")}</Banner> : null}
      {presenceUnknown ? <Banner tone="info">{t("calendar.remote.presenceUnknown")}</Banner> : null}
      {appointments.length === 0 ? (
        <EmptyState title={t("calendar.remote.none")}>{t("calendar.remote.none.text")}</EmptyState>
      ) : null}
      {groups.map(([state, title]) => {
        const those = appointments.filter((each) => stateAt(each, now) === state);
        if (those.length === 0) return null;
        return (
          <section aria-label={t(title)} className={styles.day} key={state}>
            <h3>{t(title)}</h3>
            <ul className={styles.entries}>
              {those.map((appointment) => (
                <li data-row={keyOf(appointment)} key={keyOf(appointment)}>
                  <RemoteRow appointment={appointment} now={now} schedules={schedules} search={search} state={state} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

/** Whatever has begun by the clock stands where it belongs at once; what else has become of it is asked for. */
function useBegun(appointments: readonly RemoteAppointmentJson[], now: number, call: () => void): void {
  const begun = appointments
    .filter((each) => stateAt(each, now) !== each.state)
    .map(keyOf)
    .join();
  const onBegun = useEffectEvent(call);
  useEffect(() => {
    if (begun) onBegun();
  }, [begun]);
}

/** With one that is listed no more goes the button that was pressed: one reads on from the heading. */
function useFocusedHeading(count: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [count]);
  return heading;
}
