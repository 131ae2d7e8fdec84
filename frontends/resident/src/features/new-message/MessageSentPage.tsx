import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";

export function MessageSentPage() {
  const t = useText();
  const { conversationId } = useParams({ strict: false });
  return (
    <Stack gap="l">
      <PageHeading>{t("sent.title")}</PageHeading>
      <Banner tone="success">{t("sent.text")}</Banner>
      <Row>
        <LinkButton params={{ conversationId: conversationId ?? "" }} to="/inbox/conversation/$conversationId/messages">
          {t("sent.open")}
        </LinkButton>
        <LinkButton kind="secondary" to="/inbox">
          {t("sent.inbox")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
