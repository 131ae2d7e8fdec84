import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Phones, Row, Stack } from "@kajo/shared/ui";

/** For who is neither signed in nor in a visit: what that means is told with the queues. */
export function BeginInChat({ chatQueueId }: { readonly chatQueueId: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Stack gap="l" width="text">
      <PageHeading lead={<Phones>{t("planned.urgent")}</Phones>}>{t("triage.title")}</PageHeading>
      <Card>
        <p>{t("triage.begin")}</p>
        <Row>
          <LinkButton to="/chat">{t("chat.list")}</LinkButton>
          <LinkButton
            kind="secondary"
            search={{ returnTo: pathIn(language, `/triage/${chatQueueId}`) }}
            to="/authentication"
          >
            {t("login.title")}
          </LinkButton>
        </Row>
      </Card>
    </Stack>
  );
}
