import { LocalizedLine, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentJson, AppointmentPartyJson, BookableTimeJson } from "@kajo/shared/rpc";
import styles from "./Booking.module.css";
import { placeLine, useTypeText, useWhen } from "./words";

/** What a free time and an appointment have in common. */
type Facts = Pick<
  AppointmentJson & BookableTimeJson,
  "span" | "type" | "place" | "role" | "practitionerName" | "title"
> &
  Pick<AppointmentJson, "service" | "contactTime" | "state" | "parties">;

/** When, how, where and with whom. What is not told is left out. */
export function Facts({ appointment }: { readonly appointment: Facts }) {
  const t = useText();
  const language = useLanguage();
  const when = useWhen();
  const typeText = useTypeText();
  const { span, type, place, role, practitionerName, title, service, contactTime, state } = appointment;
  const others = (appointment.parties ?? []).filter(isOther);
  // A free time has no state.
  const isAhead = state === undefined || state === "APPOINTMENT_STATE_BOOKED";
  const called = localized(language, title) ? title : service?.names;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t("appointment.when")}</dt>
          <dd className={styles.time}>{when(span)}</dd>
        </div>
        <div>
          <dt>{t("appointment.length")}</dt>
          <dd>{t("ui.time.minutes", { minutes: span?.minutes ?? 0 })}</dd>
        </div>
        {localized(language, called) ? (
          <div>
            <dt>{t("appointment.service")}</dt>
            <dd>
              <LocalizedLine texts={[called]} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t("appointment.type")}</dt>
          <dd>{typeText(type)}</dd>
        </div>
        {placeLine(place) ? (
          <div>
            <dt>{t("appointment.place")}</dt>
            <dd>{placeLine(place)}</dd>
          </div>
        ) : null}
        {practitionerName || localized(language, role?.name) ? (
          <div>
            <dt>{t("appointment.with")}</dt>
            <dd>
              <LocalizedLine first={practitionerName} texts={[role?.name]} />
            </dd>
          </div>
        ) : null}
        {others.length > 0 ? (
          <div>
            <dt>{t("appointment.others")}</dt>
            <dd>
              {others.map(({ partyId, name }) => (
                <p key={partyId}>{name || t("appointment.step.practitioner")}</p>
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      {isAhead ? <Arriving contactTime={contactTime} type={type} /> : null}
    </>
  );
}

/** Whose it is and whom it is with are known. Where professionals are not named, those who take part are not either. */
const isOther = ({ kind, assignee }: AppointmentPartyJson) =>
  kind === "APPOINTMENT_PARTY_KIND_GUEST" || (kind === "APPOINTMENT_PARTY_KIND_PRACTITIONER" && !assignee);

/** When to be there: at a time of contact nowhere, ten minutes before in person, five before a video appointment (SCH-04). */
function Arriving({ type, contactTime }: { readonly [K in "type" | "contactTime"]: AppointmentJson[K] | undefined }) {
  const t = useText();
  if (contactTime) return <p>{t("appointment.contactTime")}</p>;
  if (type === "APPOINTMENT_TYPE_IN_PERSON") return <p>{t("appointment.arrive.inPerson")}</p>;
  if (type === "APPOINTMENT_TYPE_VIDEO") return <p>{t("appointment.arrive.video")}</p>;
  return null;
}
