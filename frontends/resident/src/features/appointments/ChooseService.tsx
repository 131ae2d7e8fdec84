import { LoadFailed } from "@kajo/shared/errors";
import { dayText, dotted, Localized, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { useDebounced } from "@kajo/shared/patterns";
import type { AppointmentJson, BookableServiceJson, SearchBookableResponseJson } from "@kajo/shared/rpc";
import { EmptyState, SearchField, Stack, StatusTag, VisuallyHidden } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useListMyAppointmentsInfiniteQuery, useSearchBookableQuery } from "./api";
import styles from "./Booking.module.css";
import { CallUs } from "./CallUs";
import { StepHeading, type StepHeadingProps } from "./StepHeading";

export interface StepProps extends Pick<StepHeadingProps, "search" | "left" | "moving"> {
  /** All that can be booked. */
  readonly answer: SearchBookableResponseJson;
}

export interface ChooseServiceProps extends StepProps {
  /** What is searched for. */
  readonly words: string;
  readonly onWords: (words: string) => void;
}

/** What for: a service, or whom one wants to see. What was recommended stands first, then what one has had before. */
export function ChooseService({ answer, words, onWords, ...step }: ChooseServiceProps) {
  const t = useText();
  const { text, type, send } = useDebounced(words, onWords);
  const found = useSearchBookableQuery({ search: words }, { skip: words === "" });
  const shown = words === "" ? answer : found.currentData;
  const past = useListMyAppointmentsInfiniteQuery({ past: true });
  const coming = useListMyAppointmentsInfiniteQuery({ past: false });
  const had = [coming, past].flatMap(({ data }) => data?.pages.flatMap((page) => page.appointments ?? []) ?? []);
  const { recommended, recent, others } = grouped(shown?.services ?? [], had);
  const roles = shown?.roles ?? [];
  const count = (shown?.services ?? []).length + roles.length;
  return (
    <Stack gap="l" width="text">
      <StepHeading {...step} step="what" title={t("booking.what.title")} />
      <SearchField label={t("booking.what.search")} onChange={type} onSubmit={send} value={text} />
      <VisuallyHidden role="status">{words && shown ? t("ui.list.count", { n: count }) : ""}</VisuallyHidden>
      {found.error && words ? <LoadFailed error={found.error} onRetry={() => void found.refetch()} /> : null}
      <Services services={recommended} title={t("booking.what.recommended")} />
      <Services services={recent} title={t("booking.what.recent")} />
      <Services services={others} title={t("booking.what.services")} />
      {roles.length > 0 ? (
        <section aria-labelledby="roles-title" className={styles.section}>
          <h2 id="roles-title">{t("booking.what.roles")}</h2>
          <ul className={styles.choices}>
            {roles.map(({ bookingRoleId = "", name }) => (
              <li key={bookingRoleId}>
                <Link className={styles.choice} search={{ role: bookingRoleId }} to="/book-appointment">
                  <span className={styles.name}>
                    <Localized text={name} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {shown && count === 0 ? (
        <EmptyState title={t(words ? "ui.list.empty" : "booking.what.none")}>
          <CallUs phone={answer.phone} />
        </EmptyState>
      ) : null}
    </Stack>
  );
}

/** Each of them stands in one group. */
export function grouped(services: readonly BookableServiceJson[], had: readonly AppointmentJson[]) {
  const known = new Set(had.flatMap(({ service }) => service?.id ?? []));
  const isRecent = ({ service }: BookableServiceJson) => known.has(service?.id ?? "");
  const recommended = services.filter((each) => each.recommended);
  const rest = services.filter((each) => !each.recommended);
  return { recommended, recent: rest.filter(isRecent), others: rest.filter((each) => !isRecent(each)) };
}

interface ServicesProps {
  readonly title: string;
  readonly services: readonly BookableServiceJson[];
}

function Services({ title, services }: ServicesProps) {
  const t = useText();
  const language = useLanguage();
  if (services.length === 0) return null;
  return (
    <section aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.choices}>
        {services.map(({ service, description, categoryName, firstFreeAt, recommended }) => (
          <li key={service?.id}>
            <Link
              className={styles.choice}
              lang={localizedLang(language, service?.names)}
              search={{ service: service?.id ?? "" }}
              to="/book-appointment"
            >
              <span className={styles.name}>
                <Localized text={service?.names} />
                {recommended ? <StatusTag tone="info">{t("booking.what.isRecommended")}</StatusTag> : null}
              </span>
              <span className={styles.about}>
                {dotted(localized(language, categoryName), localized(language, description))}
              </span>
              <span className={styles.about}>
                {firstFreeAt
                  ? t("booking.what.first", { day: dayText(language, new Date(firstFreeAt)) })
                  : t("ui.dayPicker.full")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
