import { useText } from "@kajo/shared/i18n";
import { Banner, Bullets, Card, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";

/** That it was sent, what happens next, and where that is to be seen. */
export function Sent({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("application.sent.title")}</PageHeading>
      <Banner tone="success">{t("application.sent.text")}</Banner>
      <Card>
        <h2>{t("application.next")}</h2>
        <Bullets
          items={[
            ["opens", t("application.next.opens")],
            ["read", t("application.next.read")],
            ["own", t("application.next.own")],
          ]}
        />
      </Card>
      <Row>
        <LinkButton
          params={{ conversationId }}
          search={{ sent: true }}
          to="/inbox/conversation/$conversationId/messages"
        >
          {t("sent.open")}
        </LinkButton>
        <LinkButton kind="secondary" to="/inbox">
          {t("sent.inbox")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
