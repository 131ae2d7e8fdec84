import { dayText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { AppointmentJson, GetCalendarAppointmentResponseJson } from "@kajo/shared/rpc";
import { Card, LinkButton, PageHeading, Row, Stack, StatusTag } from "@kajo/shared/ui";
import { useParams, useSearch } from "@tanstack/react-router";
import { isKeptElsewhere } from "../booking-systems/systems";
import { isLinkAwaited } from "../participants/link";
import { Participants } from "../participants/Participants";
import { AppointmentActions } from "./AppointmentActions";
import { AppointmentFacts } from "./AppointmentFacts";
import { useGetCalendarAppointmentQuery, useKnownCalendarAppointment } from "./api";
import { noonOf } from "./days";
import { Happened } from "./Happened";
import { JoinPart } from "./JoinButton";
import { stateOf } from "./states";
import { dayOf } from "./times";

/** What becomes of a link that is on its way is looked at while somebody looks. */
const polling = { pollingInterval: 5_000, skipPollingIfUnfocused: true };

/** One appointment: what it is, who takes part, what became of it, and what can be done with it (SCH-06). */
export function AppointmentPage() {
  const { appointmentId } = useParams({ from: "/signed-in/ready/appointments/$appointmentId" });
  const { currentData: known = {} } = useKnownCalendarAppointment({ appointmentId });
  const query = useGetCalendarAppointmentQuery({ appointmentId }, isLinkAwaited(known) ? polling : {});
  return (
    <QueryView key={appointmentId} page query={query}>
      {(seen) => <Seen seen={seen} appointment={seen.appointment ?? {}} />}
    </QueryView>
  );
}

interface SeenProps {
  readonly seen: GetCalendarAppointmentResponseJson;
  readonly appointment: AppointmentJson;
}

function Seen({ seen, appointment }: SeenProps) {
  const t = useText();
  // The calendar that one came from, as it was. Without a day, that of the appointment is shown.
  const search = useSearch({ from: "/signed-in/ready/appointments/$appointmentId" });
  const language = useLanguage();
  const [state, tone] = stateOf(appointment.state);
  const day = dayOf(appointment.span);
  const service = localized(language, appointment.service?.names) || t("calendar.one");
  const heading = day ? t("calendar.heading", { service, day: dayText(language, noonOf(day)) }) : service;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{heading}</PageHeading>
      <Card>
        <div>
          <StatusTag tone={tone}>{t(state)}</StatusTag>
        </div>
        <AppointmentFacts appointment={appointment} />
      </Card>
      {appointment.joining ? (
        <JoinPart appointmentId={appointment.appointmentId ?? ""} joining={appointment.joining} />
      ) : null}
      <AppointmentActions appointment={appointment} seen={seen} />
      <Card>
        <h2>{t("calendar.parties")}</h2>
        <Participants
          appointment={appointment}
          mayChange={seen.mayChangeParticipants === true && !isKeptElsewhere(appointment.keptIn)}
        />
      </Card>
      <Card>
        <h2>{t("calendar.happened")}</h2>
        <Happened steps={appointment.steps ?? []} />
      </Card>
      <Row>
        <LinkButton kind="quiet" search={{ ...search, date: search.date ?? (day || undefined) }} to="/appointments">
          {t("calendar.back")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
