import { useText } from "@kajo/shared/i18n";
import { useClockText } from "./use-clock-text";

/** "Voit liittyä klo 09:55 alkaen." */
export function useOpensText(): (opens: Date) => string {
  const t = useText();
  const clockText = useClockText();
  return (opens) => t("online.opens", { time: clockText(opens) });
}
