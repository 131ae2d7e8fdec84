import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { EmptyState, PageHeading, Stack } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import { useListBookingChoicesQuery } from "./api";
import { BookingWizard } from "./BookingWizard";

/** An appointment for a patient, step by step (SCH-07). */
export function NewAppointmentPage() {
  const t = useText();
  const { patient = "" } = useSearch({ from: "/signed-in/ready/appointments/new" });
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("newAppointment.title")}</PageHeading>
      <QueryView query={useListBookingChoicesQuery({})}>
        {({ choices = [] }) =>
          choices.length > 0 ? (
            <BookingWizard choices={choices} patientId={patient} />
          ) : (
            <EmptyState title={t("newAppointment.nothing")}>{t("newAppointment.nothing.text")}</EmptyState>
          )
        }
      </QueryView>
    </Stack>
  );
}
