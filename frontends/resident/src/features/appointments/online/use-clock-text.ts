import { isAbroad, timeText, useLanguage, useText } from "@kajo/shared/i18n";

/** "09:55", in the time of Finland, which is named where another one holds. */
export function useClockText(): (at: Date) => string {
  const t = useText();
  const language = useLanguage();
  return (at) => {
    const time = timeText(language, at);
    return isAbroad(at) ? `${time} ${t("ui.time.finland")}` : time;
  };
}
