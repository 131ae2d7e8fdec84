import { asFailure, NotFoundPage } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useGetConversationQuery } from "@kajo/shared/thread";
import { Banner, LinkButton, PageHeading, PageLoading, Row, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";

/** Of a conversation that the server knows: an address alone sends nothing. */
export function MessageSentPage() {
  const t = useText();
  const { conversationId = "" } = useParams({ strict: false });
  const { error, isLoading } = useGetConversationQuery({ conversationId });
  if (isLoading) return <PageLoading />;
  if (error && asFailure(error).reason === "not_found") return <NotFoundPage />;
  return (
    <Stack gap="l">
      <PageHeading>{t("sent.title")}</PageHeading>
      <Banner tone="success">{t("sent.text")}</Banner>
      <Row>
        <LinkButton params={{ conversationId }} to="/inbox/conversation/$conversationId/messages">
          {t("sent.open")}
        </LinkButton>
        <LinkButton kind="secondary" to="/inbox">
          {t("sent.inbox")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
