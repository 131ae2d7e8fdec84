import { clockText, daysBetween, shortDayText, timeText, useLanguage, useText } from "../i18n";
import { useToday } from "./use-today";

/** A moment to come as one says it: "tänään klo 12.00", "huomenna klo 8.00", "ma 30.11. klo 8.00". */
export function useWhenText(): (at: Date) => string {
  const t = useText();
  const language = useLanguage();
  const today = new Date(`${useToday()}T10:00:00Z`);
  return (at) => {
    const time = clockText(language, timeText(language, at));
    const days = daysBetween(today, at);
    if (days === 0) return t("chatQueue.when.today", { time });
    if (days === 1) return t("chatQueue.when.tomorrow", { time });
    return t("chatQueue.when.day", { day: shortDayText(language, at, today), time });
  };
}
