import { useState } from "react";
import { useText } from "../../i18n";
import { Banner } from "../../ui";
import { takeIdleEnd } from "./last-end";

/** Where one signs in, why the person is there again. */
export function IdleEndNotice() {
  const t = useText();
  // Rendered ahead there is no session that could have ended.
  const [idle] = useState(() => typeof window !== "undefined" && takeIdleEnd());
  return idle ? (
    <Banner announce="polite" tone="info">
      {t("idle.ended")}
    </Banner>
  ) : null;
}
