import { useText } from "@kajo/shared/i18n";
import { type AppointmentJson, useServerNow } from "@kajo/shared/rpc";
import { LinkButton, Row } from "@kajo/shared/ui";
import styles from "./Online.module.css";
import { isSoon, momentsOf, opensAt, standingOf } from "./standing";
import { useOpensText } from "./use-opens-text";

export interface JoinLinkProps {
  readonly appointment: AppointmentJson;
  /** Not before one can come within the hour. */
  readonly soonOnly?: boolean;
}

/** The way to a remote appointment, and from when on one can come; nothing for all others and when it is over. */
export function JoinLink({ appointment, soonOnly = false }: JoinLinkProps) {
  const t = useText();
  const opensText = useOpensText();
  const now = useServerNow(momentsOf(appointment));
  const standing = standingOf(appointment, now);
  if (standing !== "before" && standing !== "open") return null;
  if (soonOnly && !isSoon(appointment, now)) return null;
  return (
    <div className={soonOnly ? styles.soon : undefined}>
      <Row>
        <LinkButton
          kind={standing === "open" ? "primary" : "secondary"}
          params={{ appointmentId: appointment.appointmentId ?? "" }}
          to="/online-encounter/$appointmentId"
        >
          {t("online.goTo")}
        </LinkButton>
        <span>{standing === "open" ? t("online.now") : opensText(new Date(opensAt(appointment)))}</span>
      </Row>
    </div>
  );
}
