import { dotted, type PlainId, useText } from "@kajo/shared/i18n";
import { type AppointmentPartyJson, type AppointmentPartyKindJson, known } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import styles from "./Participants.module.css";

const kinds = {
  APPOINTMENT_PARTY_KIND_UNSPECIFIED: "calendar.party.guest",
  APPOINTMENT_PARTY_KIND_PATIENT: "calendar.party.patient",
  APPOINTMENT_PARTY_KIND_PRACTITIONER: "calendar.party.practitioner",
  APPOINTMENT_PARTY_KIND_GUEST: "calendar.party.guest",
} as const satisfies Record<AppointmentPartyKindJson, PlainId>;

interface PartiesProps {
  readonly parties: readonly AppointmentPartyJson[];
  /** What else is told of one of them. */
  readonly about?: (party: AppointmentPartyJson) => ReactNode;
  /** What can be done with one of them. */
  readonly actions?: (party: AppointmentPartyJson) => ReactNode;
}

/** Who takes part, each with what they are here, how they are reached, and whether they do so still. */
export function Parties({ parties, about, actions }: PartiesProps) {
  const t = useText();
  return (
    <ul className={styles.parties}>
      {parties.map((party) => {
        const { partyId, kind, name, email, phone, inactive, assignee } = party;
        const contact = dotted(email, phone);
        return (
          <li className={styles.party} key={partyId}>
            <div>
              <span className={styles.name}>{name || t("participants.nameUnknown")}</span>
              <p className={styles.quiet}>
                {t(
                  assignee
                    ? "participants.assignee"
                    : (known(kinds, kind ?? "APPOINTMENT_PARTY_KIND_UNSPECIFIED") ?? "unknown.value"),
                )}
              </p>
              {contact ? <p className={styles.quiet}>{contact}</p> : null}
              {about?.(party)}
            </div>
            {inactive ? <StatusTag tone="neutral">{t("participants.inactive")}</StatusTag> : null}
            {actions?.(party)}
          </li>
        );
      })}
    </ul>
  );
}
