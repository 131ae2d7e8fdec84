import { useState } from "react";
import { useText } from "../../i18n";
import { Banner } from "../../ui";
import { takeIdleEnd } from "./last-end";

/** On the sign-in page, why the person is there again. */
export function IdleEndNotice() {
  const t = useText();
  const [idle] = useState(takeIdleEnd);
  return idle ? (
    <Banner announce="polite" tone="info">
      {t("idle.ended")}
    </Banner>
  ) : null;
}
