import { useText } from "@kajo/shared/i18n";
import { Banner, Bullets, Card, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";

/** That it was sent, and what becomes of it: nobody can be answered. */
export function Sent({ tail }: { readonly tail: string }) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("application.sent.title")}</PageHeading>
      <Banner tone="success">{t("application.sent.text")}</Banner>
      <Card>
        <h2>{t("application.next")}</h2>
        <Bullets
          items={[
            ["read", t("publicForm.next.read")],
            ["unanswered", t("publicForm.next.unanswered")],
            ["final", t("publicForm.next.final")],
          ]}
        />
      </Card>
      <Row>
        <LinkButton to="/">{t("planned.home")}</LinkButton>
        <LinkButton kind="secondary" params={{ tail }} to="/forms/$tail">
          {t("publicForm.another")}
        </LinkButton>
      </Row>
    </Stack>
  );
}
