import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { dateTimeText, Localized, type MessageId, useLanguage, useText } from "../i18n";
import { known, type LevelJson, type OwnSessionJson } from "../rpc";
import { Button, Card, StatusTag } from "../ui";
import { useEndMySessionMutation } from "./api";
import { isHandheld } from "./device";
import { EndDialog } from "./EndDialog";
import styles from "./Sessions.module.css";
import { useEnding } from "./use-ending";

/** How one has signed in: residents through the national service, professionals at a level with the account of their employer. */
const ways = {
  LEVEL_UNSPECIFIED: "sessions.way.resident",
  LEVEL_PRACTITIONER: "sessions.way.practitioner",
  LEVEL_RESPONSIBLE_USER: "sessions.way.responsible",
  LEVEL_ADMINISTRATOR: "sessions.way.administrator",
} as const satisfies Record<LevelJson, MessageId>;

export interface SessionCardProps {
  readonly session: OwnSessionJson;
  /** What tells it from the others. */
  readonly name: string;
}

export function SessionCard({ session, name }: SessionCardProps) {
  const t = useText();
  const language = useLanguage();
  const { device, thisOne, onBehalf, level, begunAt, usedAt, roleName, locationName } = session;
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  return (
    <Card>
      <div className={styles.head}>
        <Icon aria-hidden="true" className={styles.icon} size={24} strokeWidth={1.75} />
        <div className={styles.words}>
          <h2 className={styles.device}>{name}</h2>
          {thisOne ? <StatusTag tone="success">{t("sessions.this")}</StatusTag> : null}
          {onBehalf ? <StatusTag tone="info">{t("sessions.onBehalf")}</StatusTag> : null}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact title={t("sessions.way")}>{t(known(ways, level ?? "LEVEL_UNSPECIFIED") ?? "unknown.value")}</Fact>
        {roleName ? (
          <Fact title={t("sessions.role")}>
            <Localized text={roleName} />
          </Fact>
        ) : null}
        {locationName ? <Fact title={t("sessions.location")}>{locationName}</Fact> : null}
        {begunAt ? <Fact title={t("sessions.begun")}>{dateTimeText(language, new Date(begunAt))}</Fact> : null}
        {thisOne ? <Fact title={t("sessions.used")}>{t("sessions.used.now")}</Fact> : null}
        {usedAt && !thisOne ? <Fact title={t("sessions.used")}>{dateTimeText(language, new Date(usedAt))}</Fact> : null}
      </dl>
      {thisOne ? null : <EndOne name={name} sessionId={session.sessionId ?? ""} />}
    </Card>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EndOne({ name, sessionId }: { readonly name: string; readonly sessionId: string }) {
  const t = useText();
  const [end] = useEndMySessionMutation();
  const ending = useEnding(end, { sessionId }, () => t("sessions.ended", { device: name }));
  return (
    <div>
      <Button aria-label={t("sessions.end.of", { device: name })} kind="secondary" onPress={ending.ask}>
        {t("sessions.end")}
      </Button>
      <EndDialog ending={ending} title={t("sessions.end.title", { device: name })}>
        {t("sessions.end.text")}
      </EndDialog>
    </div>
  );
}
