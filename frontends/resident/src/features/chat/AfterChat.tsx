import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton, Row } from "@kajo/shared/ui";
import type { ReactNode } from "react";

/** How it came to its end, and ways on. */
export function AfterChat({ children }: { readonly children: ReactNode }) {
  const t = useText();
  return (
    <>
      <Banner tone="info">{children}</Banner>
      <Row>
        <LinkButton to="/chat">{t("chat.toQueues")}</LinkButton>
        <LinkButton kind="secondary" to="/inbox/new">
          {t("planned.write")}
        </LinkButton>
      </Row>
    </>
  );
}
