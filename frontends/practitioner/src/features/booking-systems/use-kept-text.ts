import { useText } from "@kajo/shared/i18n";
import type { BookingSystemJson } from "@kajo/shared/rpc";
import { isKeptElsewhere, systemName } from "./systems";

/** In which system an appointment is kept and changed; empty: here. */
export function useKeptText(): (keptIn: BookingSystemJson | undefined) => string {
  const t = useText();
  return (keptIn) => {
    if (!isKeptElsewhere(keptIn)) return "";
    const name = systemName(keptIn);
    return name ? t("calendar.keptIn", { system: t(name) }) : t("calendar.keptElsewhere");
  };
}
