import { asFailure, NotFoundPage } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useGetConversationQuery } from "@kajo/shared/thread";
import { Banner, Card, LinkButton, PageHeading, PageLoading, Row, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

const Trail = lazy(async () => ({ default: (await import("../trail/Trail")).Trail }));

/** The receipt of a conversation that the server knows: an address alone sends nothing. It tells what has become of the message since. */
export function MessageSentPage() {
  const t = useText();
  const { conversationId = "" } = useParams({ strict: false });
  const { data, error, isLoading } = useGetConversationQuery({ conversationId });
  if (isLoading) return <PageLoading />;
  if (error && asFailure(error).reason === "not_found") return <NotFoundPage />;
  return (
    <Stack gap="l">
      <PageHeading>{t("sent.title")}</PageHeading>
      <Banner tone="success">{t("sent.text")}</Banner>
      {data?.conversation ? (
        <Suspense>
          <Card>
            <Trail conversation={data.conversation} />
          </Card>
        </Suspense>
      ) : null}
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
