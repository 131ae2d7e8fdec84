import { clockText, shortDayText, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentPartyJson } from "@kajo/shared/rpc";
import { StatusTag, VisuallyHidden } from "@kajo/shared/ui";
import styles from "./Participants.module.css";

interface GuestLinkProps {
  readonly party: AppointmentPartyJson;
  /** It is neither over nor cancelled. */
  readonly mayChange: boolean;
}

/** What became of the link that a guest was sent last. Always there, so that it is announced when it changes. */
export function GuestLink({ party, mayChange }: GuestLinkProps) {
  return (
    <div role="status">
      <State mayChange={mayChange} party={party} />
    </div>
  );
}

function State({ party: { name, linkState, linkSentAt }, mayChange }: GuestLinkProps) {
  const t = useText();
  const language = useLanguage();
  // Announced by itself, it says whose it is.
  const whose = <VisuallyHidden>{name || t("participants.nameUnknown")}</VisuallyHidden>;
  switch (linkState) {
    case "GUEST_LINK_STATE_SENDING":
      return mayChange ? (
        <p className={styles.quiet}>
          {whose} <span>{t("participants.link.sending")}</span>
        </p>
      ) : null;
    case "GUEST_LINK_STATE_SENT": {
      const at = new Date(linkSentAt ?? 0);
      const time = clockText(language, timeText(language, at));
      return (
        <p className={styles.quiet}>
          {whose} <span>{t("participants.link.sent", { day: shortDayText(language, at), time })}</span>
        </p>
      );
    }
    case "GUEST_LINK_STATE_NOT_SENT":
      return (
        <>
          {whose}{" "}
          <StatusTag tone="warning" wraps>
            {t("participants.link.notSent")}
          </StatusTag>
          {mayChange ? <p className={styles.quiet}>{t("participants.link.notSent.text")}</p> : null}
        </>
      );
    default:
      return null;
  }
}
