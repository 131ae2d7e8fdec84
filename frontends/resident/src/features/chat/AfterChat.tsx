import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton, Row } from "@kajo/shared/ui";
import { lazy, type ReactNode, Suspense } from "react";

const ForgetChat = lazy(async () => ({ default: (await import("./ForgetChat")).ForgetChat }));

export interface AfterChatProps {
  /** They were not signed in. */
  readonly isVisitor: boolean;
  readonly children: ReactNode;
}

/** How it came to its end, and ways on. */
export function AfterChat({ isVisitor, children }: AfterChatProps) {
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
      {isVisitor ? (
        <Suspense>
          <ForgetChat />
        </Suspense>
      ) : null}
    </>
  );
}
