import { dotted, localized, shortDayText, useLanguage, useText } from "@kajo/shared/i18n";
import type { CalendarScheduleJson, RemoteAppointmentJson, RemoteStateJson } from "@kajo/shared/rpc";
import { Button, Card, Row, StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AcknowledgeDialog } from "./AcknowledgeDialog";
import { MarkDone } from "./AppointmentActions";
import styles from "./Calendar.module.css";
import { noonOf } from "./days";
import { JoinButton } from "./JoinButton";
import type { CalendarSearch } from "./search";
import { dayOf, doubledText, timesOf } from "./times";

interface RemoteRowProps {
  readonly appointment: RemoteAppointmentJson;
  /** By the clock of the server, in milliseconds since 1970. */
  readonly now: number;
  /** Where it stands by that clock. */
  readonly state: RemoteStateJson;
  readonly schedules: readonly CalendarScheduleJson[];
  readonly search: CalendarSearch;
}

/** One remote appointment: when, with whom, who is there, and what can be done. Of one that one may not know the time is told alone. */
export function RemoteRow({ appointment, now, state, schedules, search }: RemoteRowProps) {
  const t = useText();
  const language = useLanguage();
  const { appointmentId, scheduleId, patientName, service, practitionerName, joining } = appointment;
  // Of one's only schedule nobody needs to be told each time.
  const schedule = schedules.length > 1 ? schedules.find((each) => each.scheduleId === scheduleId)?.name : "";
  const when = (
    <span className={styles.times}>
      <When appointment={appointment} now={now} />
    </span>
  );
  if (!appointmentId) {
    return (
      <div className={styles.taken}>
        {when}
        <span>{dotted(t("calendar.taken"), schedule)}</span>
      </div>
    );
  }
  return (
    <Card>
      <div className={styles.entry}>
        {when}
        <div>
          <Link className={styles.who} params={{ appointmentId }} search={search} to="/appointments/$appointmentId">
            {patientName || t("calendar.patientUnknown")}
          </Link>
          <p className={styles.quiet}>{dotted(localized(language, service?.names), practitionerName, schedule)}</p>
        </div>
        <Presence appointment={appointment} />
      </div>
      {state === "REMOTE_STATE_CANCELLED" ? <Acknowledge appointmentId={appointmentId} /> : null}
      {joining ? (
        <JoinButton appointmentId={appointmentId} joining={joining} now={now}>
          {state === "REMOTE_STATE_ONGOING" ? <MarkDone appointmentId={appointmentId} /> : null}
        </JoinButton>
      ) : null}
      {/* One whose time to join is over can still be marked. */}
      {!joining && state === "REMOTE_STATE_ONGOING" ? <MarkDone appointmentId={appointmentId} /> : null}
    </Card>
  );
}

/** Day and time: what is listed goes over days. */
function When({ appointment: { span }, now }: Pick<RemoteRowProps, "appointment" | "now">) {
  const t = useText();
  const language = useLanguage();
  const day = dayOf(span);
  const doubled = doubledText(span);
  const times = timesOf(language, span);
  return (
    <>
      {day ? <span>{shortDayText(language, noonOf(day), new Date(now))}</span> : null}{" "}
      <span>{doubled ? t("calendar.doubled", { times, which: t(doubled) }) : times}</span>
    </>
  );
}

/** Who is there, or that it was cancelled. */
function Presence({ appointment: { state, waiting = 0, takingPart = 0 } }: Pick<RemoteRowProps, "appointment">) {
  const t = useText();
  if (state === "REMOTE_STATE_CANCELLED") {
    return <StatusTag tone="danger">{t("calendar.state.cancelled")}</StatusTag>;
  }
  if (waiting === 0 && takingPart === 0) return null;
  return (
    <div className={styles.presence}>
      {waiting > 0 ? <StatusTag tone="warning">{t("calendar.remote.waiting", { n: waiting })}</StatusTag> : null}
      {takingPart > 0 ? (
        <StatusTag tone="success">{t("calendar.remote.takingPart", { n: takingPart })}</StatusTag>
      ) : null}
    </div>
  );
}

/** Takes note of one that was cancelled: then it is listed no more. */
function Acknowledge({ appointmentId }: { readonly appointmentId: string }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <Row>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("calendar.remote.acknowledge")}
      </Button>
      {isAsked ? <AcknowledgeDialog appointmentId={appointmentId} onClose={() => setAsked(false)} /> : null}
    </Row>
  );
}
