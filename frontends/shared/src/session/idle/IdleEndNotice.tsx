import { useEffect, useState } from "react";
import { useText } from "../../i18n";
import { Banner } from "../../ui";
import { takeIdleEnd } from "./last-end";

/** Where one signs in, why the person is there again. */
export function IdleEndNotice() {
  const t = useText();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Taking it clears it, and React runs effects twice while developing.
    setIdle((was) => was || takeIdleEnd());
  }, []);
  return idle ? (
    <Banner announce="polite" tone="info">
      {t("idle.ended")}
    </Banner>
  ) : null;
}
