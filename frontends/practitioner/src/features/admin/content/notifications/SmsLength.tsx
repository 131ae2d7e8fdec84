import { type Language, useText } from "@kajo/shared/i18n";
import styles from "../../publication/LanguageTabs.module.css";
import { filled, samplesIn } from "./placeholders";
import { smsSize } from "./sms";

interface SmsLengthProps {
  readonly text: string;
  readonly language: Language;
  readonly placeholders: readonly string[];
}

/** How many text messages it takes, while it is written. */
export function SmsLength({ text, language, placeholders }: SmsLengthProps) {
  const t = useText();
  const { parts, wideFor } = smsSize(filled(text.trim(), placeholders, samplesIn(language)));
  const sentences = [
    parts > 0 ? t("notificationTemplates.sms.parts", { n: parts }) : "",
    wideFor === undefined ? "" : t("notificationTemplates.sms.wide", { letter: wideFor }),
  ];
  return (
    <p aria-live="polite" className={styles.hint}>
      {sentences.filter(Boolean).join(" ")}
    </p>
  );
}
