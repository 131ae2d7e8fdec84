import { dayText, dotted, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { Card, Disclosure, StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { typeText } from "../appointment-types/types";
import { useKeptText } from "../booking-systems/use-kept-text";
import { noonOf } from "../calendar/days";
import { stateOf } from "../calendar/states";
import { dayOf, doubledText, timesOf } from "../calendar/times";
import { useListPatientAppointmentsInfiniteQuery, type WhichAppointments } from "./api";
import styles from "./Patient.module.css";

/** The appointments of a patient: those to come, and on request what is over or cancelled (SCH-06). */
export function PatientAppointments({ patientId }: { readonly patientId: string }) {
  const t = useText();
  /** Past ones are asked for once somebody wants to see them: each look is logged. */
  const [isPastShown, setPastShown] = useState(false);
  return (
    <Card>
      <h3>{t("patient.appointments")}</h3>
      <Appointments past={false} patientId={patientId} />
      <Disclosure isOpen={isPastShown} level={4} onOpenChange={setPastShown} title={t("patient.appointments.past")}>
        {isPastShown ? <Appointments past patientId={patientId} /> : null}
      </Disclosure>
    </Card>
  );
}

function Appointments({ patientId, past }: WhichAppointments) {
  const t = useText();
  const query = useListPatientAppointmentsInfiniteQuery({ patientId, past });
  return (
    <List
      {...fromPages(query, (page) => page.appointments)}
      empty={<p>{t(past ? "patient.appointments.past.none" : "patient.appointments.none")}</p>}
      itemKey={({ appointmentId }) => appointmentId ?? ""}
      label={t(past ? "patient.appointments.past" : "patient.appointments")}
      renderItem={(appointment) => <AppointmentRow appointment={appointment} patientId={patientId} />}
    />
  );
}

interface AppointmentRowProps {
  readonly appointment: AppointmentJson;
  readonly patientId: string;
}

function AppointmentRow({ appointment, patientId }: AppointmentRowProps) {
  const t = useText();
  const language = useLanguage();
  const keptText = useKeptText();
  const { appointmentId = "", span, service, role, type, place, practitionerName, contactTime } = appointment;
  const [state, tone] = stateOf(appointment.state);
  const kept = keptText(appointment.keptIn);
  const doubled = doubledText(span);
  const times = timesOf(language, span);
  const when = `${dayText(language, noonOf(dayOf(span)))} ${times}`;
  return (
    <div className={styles.appointment}>
      <div>
        <Link
          className={styles.when}
          params={{ appointmentId }}
          search={{ patient: patientId }}
          to="/appointments/$appointmentId"
        >
          {doubled ? t("calendar.doubled", { times: when, which: t(doubled) }) : when}
        </Link>
        <p>
          <LocalizedLine texts={[service?.names, practitionerName ? undefined : role?.name]} />
        </p>
        <p className={styles.quiet}>{dotted(t(typeText(type)), place?.name, practitionerName)}</p>
        {contactTime ? <p className={styles.quiet}>{t("calendar.contactTime")}</p> : null}
        {kept ? <p className={styles.quiet}>{kept}</p> : null}
      </div>
      <StatusTag tone={tone}>{t(state)}</StatusTag>
    </div>
  );
}
