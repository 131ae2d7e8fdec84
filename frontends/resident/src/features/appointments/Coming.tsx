import { LoadFailed } from "@kajo/shared/errors";
import { dotted, LocalizedLine, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentJson, RecommendationJson } from "@kajo/shared/rpc";
import { Button, StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "../inbox/InboxPage.module.css";
import { useListMyAppointmentsInfiniteQuery, useListMyRecommendationsQuery } from "./api";
import { JoinLink } from "./online/JoinLink";
import { placeLine, useTypeText, useWhen } from "./words";

/** Appointments to come, and what professionals have recommended to book (NAV-09, SCH-05). */
export function Coming() {
  const t = useText();
  const coming = useListMyAppointmentsInfiniteQuery({ past: false });
  const recommended = useListMyRecommendationsQuery({});
  const appointments = coming.data?.pages.flatMap((page) => page.appointments ?? []) ?? [];
  const recommendations = (recommended.data?.recommendations ?? []).filter(
    ({ state }) => state === "RECOMMENDATION_STATE_ACTIVE",
  );
  const broken = [coming, recommended].find((query) => query.error && !query.data);
  return (
    <>
      {broken ? <LoadFailed error={broken.error} onRetry={() => void broken.refetch()} /> : null}
      {recommendations.length > 0 ? (
        <ul aria-label={t("appointment.recommended")} className={styles.list}>
          {recommendations.map((each) => (
            <RecommendationRow key={each.recommendationId} recommendation={each} />
          ))}
        </ul>
      ) : null}
      {appointments.length > 0 ? (
        <ul aria-label={t("appointment.list")} className={styles.list}>
          {appointments.map((each) => (
            <AppointmentRow appointment={each} key={each.appointmentId} />
          ))}
        </ul>
      ) : null}
      {coming.hasNextPage ? (
        <div>
          <Button isPending={coming.isFetchingNextPage} kind="secondary" onPress={() => void coming.fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function RecommendationRow({ recommendation }: { readonly recommendation: RecommendationJson }) {
  const t = useText();
  return (
    <li>
      <Link className={styles.row} search={{ service: recommendation.service?.id ?? "" }} to="/book-appointment">
        <span className={styles.topic}>
          <LocalizedLine texts={[recommendation.service?.names]} />
        </span>
        <span className={styles.tags}>
          <StatusTag tone="info">{t("booking.what.isRecommended")}</StatusTag>
        </span>
        <span className={styles.where}>{t("appointment.recommended.book")}</span>
      </Link>
    </li>
  );
}

function AppointmentRow({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const language = useLanguage();
  const when = useWhen();
  const typeText = useTypeText();
  const { appointmentId = "", title, service, span, type, place } = appointment;
  return (
    <li>
      <Link className={styles.row} params={{ appointmentId }} to="/appointment/$appointmentId">
        <span className={styles.topic}>
          <LocalizedLine texts={[localized(language, title) ? title : service?.names]} />
        </span>
        <span className={styles.tags}>
          <StatusTag tone="success">{t("appointment.one")}</StatusTag>
        </span>
        <span className={styles.where}>{dotted(typeText(type), placeLine(place))}</span>
        <span className={styles.time}>{when(span)}</span>
      </Link>
      <JoinLink appointment={appointment} soonOnly />
    </li>
  );
}
