import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";

/** In place of a page that nobody opens for another person: their profile, their sessions, who has looked at their data. */
export function OwnOnlyPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("onBehalf.bannerLabel")}</PageHeading>
      <Card>
        <p>{t("onBehalf.ownOnly")}</p>
        <Row>
          <LinkButton to="/">{t("planned.home")}</LinkButton>
        </Row>
      </Card>
    </Stack>
  );
}
