import { dateTimeText, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { typeText } from "../appointment-types/types";
import { useKeptText } from "../booking-systems/use-kept-text";
import styles from "./Calendar.module.css";
import { doubledText, timesOf } from "./times";

/** What an appointment is and where it is kept; who has it and what became of it stands elsewhere. */
export function AppointmentFacts({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const language = useLanguage();
  const { span, place, role, cancelledAt, cancelReason, bookedAt, practitionerName } = appointment;
  const kept = useKeptText()(appointment.keptIn);
  const doubled = doubledText(span);
  const times = timesOf(language, span);
  const at = (time: string | undefined) => (time ? dateTimeText(language, new Date(time)) : "");
  const facts: readonly (readonly [string, string])[] = [
    [
      t("calendar.time"),
      t("calendar.timeAndLength", {
        times: doubled ? t("calendar.doubled", { times, which: t(doubled) }) : times,
        minutes: span?.minutes ?? 0,
      }),
    ],
    [t("calendar.type"), t(typeText(appointment.type))],
    [t("calendar.role"), localized(language, role?.name)],
    [t("calendar.practitioner"), practitionerName ?? ""],
    [t("calendar.place"), dotted(place?.name, place?.address)],
    [t("calendar.preparation"), localized(language, appointment.preparationInstructions)],
    [t("calendar.bookedAt"), at(bookedAt)],
    [t("calendar.cancelledAt"), at(cancelledAt)],
    [t("calendar.cancelReason"), cancelReason ?? ""],
  ];
  return (
    <>
      {kept ? <p className={styles.quiet}>{kept}</p> : null}
      <dl className={styles.facts}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div className={styles.fact} key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
