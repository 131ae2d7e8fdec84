import { clockText, dayKey, shortDayText, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { JoinWindowJson } from "@kajo/shared/rpc";
import { joinStanding } from "./joining";

/** From when on a remote appointment can be joined, that it opens in another tab, or that it is too late. `now`: in milliseconds since 1970. */
export function useJoinText() {
  const t = useText();
  const language = useLanguage();
  return (joining: JoinWindowJson, now: number): string => {
    const standing = joinStanding(joining, now);
    if (standing === "over") return t("calendar.remote.joinOver");
    if (standing === "open") return t("calendar.remote.tab");
    const [opens, today] = [new Date(joining.opensAt ?? ""), new Date(now)];
    const time = clockText(language, timeText(language, opens));
    return dayKey(opens) === dayKey(today)
      ? t("calendar.remote.joinAt", { time })
      : t("calendar.remote.joinOn", { day: shortDayText(language, opens, today), time });
  };
}
