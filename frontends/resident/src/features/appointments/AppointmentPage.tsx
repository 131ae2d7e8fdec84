import { asFailure, PageFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { Banner, Button, Card, LinkButton, PageHeading, PageLoading, Row, Stack } from "@kajo/shared/ui";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { CalendarPlus } from "lucide-react";
import { useGetMyAppointmentQuery } from "./api";
import { CallUs } from "./CallUs";
import { ChangeBar, mayChange } from "./ChangeBar";
import { saveCalendarFile } from "./calendar-file";
import { Facts } from "./Facts";
import { GuardiansSetting } from "./GuardiansSetting";
import { JoinLink } from "./online/JoinLink";
import { Receipt } from "./Receipt";

/** An appointment: what it is, what can be done about it, and what became of it. */
export function AppointmentPage() {
  const t = useText();
  const language = useLanguage();
  const { appointmentId } = useParams({ from: "/signed-in/appointment/$appointmentId" });
  const { done } = useSearch({ from: "/signed-in/appointment/$appointmentId" });
  const { data, error, refetch } = useGetMyAppointmentQuery({ appointmentId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const appointment = isHidden ? undefined : data?.appointment;
  if (error && !appointment) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (appointment?.appointmentId !== appointmentId) return <PageLoading />;
  const isBooked = appointment.state === "APPOINTMENT_STATE_BOOKED";
  const title = localized(language, appointment.title) || localized(language, appointment.service?.names);
  const file = data?.calendarFile;
  return (
    <Stack gap="l" width="text">
      <PageHeading over={<Link to="/">{t("nav.home")}</Link>}>{title || t("appointment.one")}</PageHeading>
      {isBooked && done ? (
        <Banner announce="polite" tone="success">
          {t(done === "moved" ? "appointment.done.moved" : "appointment.done.booked")}
        </Banner>
      ) : null}
      <State appointment={appointment} />
      <Card>
        <Facts appointment={appointment} />
        <JoinLink appointment={appointment} />
        {isBooked ? (
          <Row>
            {localized(language, appointment.preparationInstructions) ? (
              <LinkButton
                kind="secondary"
                params={{ appointmentId }}
                to="/appointment/$appointmentId/preparation-instructions"
              >
                {t("appointment.preparation")}
              </LinkButton>
            ) : null}
            {file ? (
              <Button kind="secondary" onPress={() => saveCalendarFile(file)}>
                <CalendarPlus aria-hidden="true" size={18} /> {t("appointment.calendar")}
              </Button>
            ) : null}
          </Row>
        ) : null}
      </Card>
      {appointment.mayShowToGuardians ? (
        <GuardiansSetting appointmentId={appointmentId} isShown={appointment.visibleToGuardians === true} />
      ) : null}
      {isBooked ? <Changes appointment={appointment} /> : null}
      <Receipt appointment={appointment} />
    </Stack>
  );
}

function State({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  if (appointment.state === "APPOINTMENT_STATE_CANCELLED") {
    return (
      <Banner
        action={
          <LinkButton kind="secondary" to="/book-appointment">
            {t("booking.title")}
          </LinkButton>
        }
        announce="polite"
        tone="info"
      >
        <p>{t("appointment.state.cancelled")}</p>
        {appointment.cancelReason ? <p>{t("appointment.state.reason", { reason: appointment.cancelReason })}</p> : null}
      </Banner>
    );
  }
  if (appointment.state === "APPOINTMENT_STATE_DONE") return <Banner tone="info">{t("appointment.state.done")}</Banner>;
  return null;
}

/** To move or to cancel it; where that is not possible, why, and whom to call. */
function Changes({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const { appointmentId = "", cancelling, moving, phone } = appointment;
  const mayMove = mayChange(moving);
  const mayCancel = mayChange(cancelling);
  return (
    <section aria-labelledby="changes-title">
      <Stack>
        <h2 id="changes-title">{t("appointment.changes")}</h2>
        <ChangeBar change={moving} kind="move" />
        <ChangeBar change={cancelling} kind="cancel" />
        <Row>
          {mayMove ? (
            <LinkButton kind="secondary" search={{ move: appointmentId }} to="/book-appointment">
              {t("appointment.move")}
            </LinkButton>
          ) : null}
          {mayCancel ? (
            <LinkButton kind="secondary" params={{ appointmentId }} to="/appointment/$appointmentId/cancel">
              {t("appointment.cancel")}
            </LinkButton>
          ) : null}
        </Row>
        {phone && !(mayMove && mayCancel) ? (
          <p>
            <CallUs phone={phone} />
          </p>
        ) : null}
      </Stack>
    </section>
  );
}
