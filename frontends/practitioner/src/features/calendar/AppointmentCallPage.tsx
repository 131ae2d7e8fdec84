import { dayText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { AppointmentJson, GetCalendarAppointmentResponseJson } from "@kajo/shared/rpc";
import { LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { MarkDone } from "./AppointmentActions";
import { AppointmentCall } from "./AppointmentCall";
import { useGetCalendarAppointmentQuery } from "./api";
import styles from "./Calendar.module.css";
import { noonOf } from "./days";
import { dayOf, timesOf } from "./times";

/** The call of a remote appointment, in a tab of its own (SCH-08): what it is about, and the call. */
export function AppointmentCallPage() {
  const { appointmentId } = useParams({ from: "/signed-in/ready/appointments/$appointmentId/call" });
  const query = useGetCalendarAppointmentQuery({ appointmentId });
  return (
    <QueryView key={appointmentId} page query={query}>
      {(seen) => (
        <Seen
          appointment={seen.appointment ?? {}}
          appointmentId={appointmentId}
          onClosed={() => void query.refetch()}
          seen={seen}
        />
      )}
    </QueryView>
  );
}

interface SeenProps {
  readonly appointmentId: string;
  readonly seen: GetCalendarAppointmentResponseJson;
  readonly appointment: AppointmentJson;
  /** It may be marked as done by now. */
  readonly onClosed: () => void;
}

function Seen({ appointmentId, seen, appointment, onClosed }: SeenProps) {
  const t = useText();
  const language = useLanguage();
  const day = dayOf(appointment.span);
  const times = timesOf(language, appointment.span);
  const patient = appointment.parties?.find(({ kind }) => kind === "APPOINTMENT_PARTY_KIND_PATIENT");
  const facts = [
    [t("calendar.time"), day ? `${dayText(language, noonOf(day))} ${times}` : ""],
    [t("calendar.side.patient"), patient?.name || t("calendar.patientUnknown")],
    [t("calendar.service"), localized(language, appointment.service?.names)],
  ] as const;
  return (
    <Stack gap="l">
      {/* It is the title of the tab as well, which others may see: nobody's name and nobody's matter. */}
      <PageHeading>{times ? t("calendar.call.heading", { times }) : t("calendar.call.title")}</PageHeading>
      <dl className={styles.facts}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div className={styles.fact} key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <AppointmentCall
        appointmentId={appointmentId}
        joining={appointment.joining}
        onClosed={onClosed}
        state={appointment.state ?? "APPOINTMENT_STATE_UNSPECIFIED"}
      >
        {seen.mayMarkDone ? <MarkDone appointmentId={appointmentId} /> : null}
      </AppointmentCall>
      <Row>
        <LinkButton kind="quiet" params={{ appointmentId }} to="/appointments/$appointmentId">
          {t("calendar.call.details")}
        </LinkButton>
        <LinkButton kind="quiet" search={{ view: "remote" }} to="/appointments">
          {t("calendar.back")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
