import { useState } from "react";
import { useSelector } from "react-redux";
import { useText } from "../../i18n";
import { Banner } from "../../ui";
import type { SessionState } from "../slice";
import { takeIdleEnd } from "./last-end";

/** Where one signs in, why the person is there again. */
export function EndNotice() {
  const t = useText();
  // Rendered ahead there is no session that could have ended.
  const [idle] = useState(() => (typeof window === "undefined" ? undefined : takeIdleEnd()));
  const { lost, endedElsewhere: elsewhere } = useSelector((state: { readonly session: SessionState }) => state.session);
  // Of a session that ends while the page is open it is told above the page.
  if (lost || (!idle && !elsewhere)) return null;
  return (
    <Banner announce="polite" tone="info">
      {t(elsewhere ? "session.ended.elsewhere" : idle === "lost" ? "idle.ended.unkept" : "idle.ended")}
    </Banner>
  );
}
