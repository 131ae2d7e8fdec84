import { useText } from "@kajo/shared/i18n";
import type { AppointmentStateJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";

/** What became of an appointment, in a list of those that are over. */
export function OverTag({ state }: { readonly state: AppointmentStateJson | undefined }) {
  const t = useText();
  switch (state) {
    case "APPOINTMENT_STATE_CANCELLED":
      return <StatusTag>{t("appointment.step.cancelled")}</StatusTag>;
    case "APPOINTMENT_STATE_DONE":
      return <StatusTag tone="success">{t("appointment.step.done")}</StatusTag>;
    default:
      return null;
  }
}
