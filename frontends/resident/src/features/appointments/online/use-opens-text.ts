import { isAbroad, timeText, useLanguage, useText } from "@kajo/shared/i18n";

/** "Voit liittyä klo 09:55 alkaen.", in the time of Finland, which is named where another one holds. */
export function useOpensText(): (opens: Date) => string {
  const t = useText();
  const language = useLanguage();
  return (opens) => {
    const time = timeText(language, opens);
    return t("online.opens", { time: isAbroad(opens) ? `${time} ${t("ui.time.finland")}` : time });
  };
}
