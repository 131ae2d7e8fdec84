import { localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useGetMyAppointmentQuery } from "./api";
import styles from "./Booking.module.css";
import { Facts } from "./Facts";

/** How to prepare for an appointment, and when to be there (SCH-04). */
export function PreparationPage() {
  const t = useText();
  const language = useLanguage();
  const { appointmentId } = useParams({ from: "/signed-in/appointment/$appointmentId/preparation-instructions" });
  const query = useGetMyAppointmentQuery({ appointmentId });
  return (
    <QueryView key={appointmentId} page query={query}>
      {({ appointment = {} }) => {
        const texts = appointment.preparationInstructions;
        return (
          <Stack gap="l" width="text">
            <PageHeading>{t("appointment.preparation")}</PageHeading>
            <Card>
              <p className={styles.text} lang={localizedLang(language, texts)}>
                {localized(language, texts) || t("appointment.preparation.none")}
              </p>
            </Card>
            <Card>
              <Facts appointment={appointment} />
            </Card>
            <div>
              <LinkButton kind="secondary" params={{ appointmentId }} to="/appointment/$appointmentId">
                {t("appointment.back")}
              </LinkButton>
            </div>
          </Stack>
        );
      }}
    </QueryView>
  );
}
