import { useText } from "@kajo/shared/i18n";
import type { ReactNode } from "react";
import drawn from "../../publication/Drawn.module.css";
import styles from "./Told.module.css";

interface ToldProps {
  readonly subject: ReactNode;
  readonly email: ReactNode;
  readonly sms: ReactNode;
  readonly push: ReactNode;
  /** ISO code of the language. */
  readonly lang: string;
}

/** A notification as it is read: the e-mail, the text message in its bubble, and what a locked device shows. */
export function Told({ subject, email, sms, push, lang }: ToldProps) {
  const t = useText();
  return (
    <>
      <h3 className={drawn.label}>{t("notificationTemplates.email")}</h3>
      <div className={styles.mail} lang={lang}>
        <p className={styles.subject}>{subject}</p>
        <p className={styles.text}>{email}</p>
      </div>
      <h3 className={drawn.label}>{t("notificationTemplates.sms")}</h3>
      <p className={styles.bubble} lang={lang}>
        {sms}
      </p>
      <h3 className={drawn.label}>{t("notificationTemplates.push")}</h3>
      <div className={styles.device} lang={lang}>
        <p className={styles.app} translate="no">
          {t("app.name")}
        </p>
        <p>{push}</p>
      </div>
    </>
  );
}
