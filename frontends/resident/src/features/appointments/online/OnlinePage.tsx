import { LocalizedLine, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView, useKeptFocus } from "@kajo/shared/patterns";
import { type AppointmentJson, useServerNow } from "@kajo/shared/rpc";
import { Button, Card, EmptyState, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useRef } from "react";
import { useWhen } from "../words";
import { useListMyRemoteAppointmentsQuery } from "./api";
import { DeviceCheck } from "./DeviceCheck";
import { JoinTime, type JoinTimeProps } from "./JoinTime";
import styles from "./Online.module.css";
import { momentsOf, standingOf, startsAt } from "./standing";

/** One's own remote appointments, those that go on first, and a check of camera and microphone (SCH-20). */
export function OnlinePage() {
  const t = useText();
  const query = useListMyRemoteAppointmentsQuery({});
  return (
    <Stack gap="l" width="text">
      <PageHeading lead={t("online.lead")} over={<Link to="/">{t("nav.home")}</Link>}>
        {t("online.title")}
      </PageHeading>
      <QueryView query={query}>
        {({ appointments = [] }) => <Lists appointments={appointments} onPassed={() => void query.refetch()} />}
      </QueryView>
      <DeviceCheck />
    </Stack>
  );
}

interface ListsProps {
  readonly appointments: readonly AppointmentJson[];
  /** Something has changed by the clock. */
  readonly onPassed: () => void;
}

function Lists({ appointments, onPassed }: ListsProps) {
  const t = useText();
  const now = useServerNow(appointments.flatMap(momentsOf), onPassed);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  const shown = appointments.filter((each) => ["before", "open"].includes(standingOf(each, now)));
  const hasBegun = (each: AppointmentJson) => startsAt(each) <= now;
  return (
    <div ref={place} tabIndex={-1}>
      <Stack gap="l">
        {shown.length === 0 ? (
          <EmptyState
            action={<LinkButton to="/book-appointment">{t("booking.title")}</LinkButton>}
            title={t("online.none")}
          />
        ) : null}
        <List appointments={shown.filter(hasBegun)} now={now} title={t("online.ongoing")} />
        <List appointments={shown.filter((each) => !hasBegun(each))} now={now} title={t("online.coming")} />
      </Stack>
    </div>
  );
}

interface ListProps extends Pick<JoinTimeProps, "now"> {
  readonly appointments: readonly AppointmentJson[];
  readonly title: string;
}

function List({ appointments, now, title }: ListProps) {
  const titleId = useId();
  if (appointments.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Stack>
        <h2 id={titleId}>{title}</h2>
        <ul aria-labelledby={titleId} className={styles.list}>
          {appointments.map((each) => (
            <li data-row={each.appointmentId} key={each.appointmentId}>
              <Encounter appointment={each} now={now} />
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  );
}

interface EncounterProps extends Pick<JoinTimeProps, "now"> {
  readonly appointment: AppointmentJson;
}

function Encounter({ appointment, now }: EncounterProps) {
  const t = useText();
  const language = useLanguage();
  const when = useWhen();
  const navigate = useNavigate();
  const titleId = useId();
  const whenId = useId();
  const { appointmentId = "", span, title, service, practitionerName, role } = appointment;
  const params = { appointmentId };
  const join = () => void navigate({ to: "/online-encounter/$appointmentId", params, search: { join: true } });
  return (
    <Card>
      <h3 className={styles.when} id={titleId}>
        <Link params={params} to="/online-encounter/$appointmentId">
          {when(span)}
        </Link>
      </h3>
      <div>
        <p>
          <LocalizedLine texts={[localized(language, title) ? title : service?.names]} />
        </p>
        {practitionerName || localized(language, role?.name) ? (
          <p>
            <LocalizedLine first={practitionerName} texts={[role?.name]} />
          </p>
        ) : null}
        <p>{t("online.place")}</p>
      </div>
      <p>{t("appointment.arrive.video")}</p>
      <JoinTime appointment={appointment} id={whenId} now={now} />
      <Row>
        <Button
          aria-describedby={`${titleId} ${whenId}`}
          isInactive={standingOf(appointment, now) !== "open"}
          onPress={join}
        >
          {t("online.join")}
        </Button>
        <LinkButton aria-describedby={titleId} kind="secondary" params={params} to="/appointment/$appointmentId">
          {t("online.details")}
        </LinkButton>
      </Row>
    </Card>
  );
}
