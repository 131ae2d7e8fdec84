import { useText } from "@kajo/shared/i18n";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { Banner, Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { CallUs } from "./CallUs";
import { ChangeBar } from "./ChangeBar";
import { Facts } from "./Facts";

/** Why an appointment cannot be moved here, and whom to call: said before anybody chooses another time. */
export function CannotMove({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const { appointmentId = "", moving, phone } = appointment;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("booking.moving")}</PageHeading>
      <Card>
        <Facts appointment={appointment} />
        <Banner tone="info">
          {moving?.bar === "CHANGE_BAR_OVER" ? t("appointment.cancel.over") : <ChangeBar change={moving} kind="move" />}
        </Banner>
        <p>
          <CallUs phone={phone} />
        </p>
        <div>
          <LinkButton kind="secondary" params={{ appointmentId }} to="/appointment/$appointmentId">
            {t("appointment.back")}
          </LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
