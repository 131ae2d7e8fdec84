import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton } from "@kajo/shared/ui";
import { useState } from "react";

/** For who waits without being signed in: they may sign in, and come back to where they are. In a chat, what is being written would not come along. */
export function VisitorNote() {
  const t = useText();
  const [returnTo] = useState(() => window.location.pathname);
  return (
    <Banner
      action={
        <LinkButton kind="secondary" search={{ returnTo }} to="/authentication">
          {t("login.title")}
        </LinkButton>
      }
      tone="info"
    >
      {t("chat.visitor.note")}
    </Banner>
  );
}
