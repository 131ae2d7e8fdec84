import { useFailureLine } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useCloseOnBehalf } from "@kajo/shared/session";
import { Banner, Button, Card, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";

/**
 * In place of a page that nobody opens for another person: their profile, their sessions, who has looked at their data. From the
 * profile one goes back to one's own (PRO-02).
 */
export function OwnOnlyPage({ isProfile }: { readonly isProfile: boolean }) {
  const t = useText();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const { close, busy, failure } = useCloseOnBehalf();
  return (
    <Stack gap="l">
      <PageHeading>{t("onBehalf.bannerLabel")}</PageHeading>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      <Card>
        <p>{t("onBehalf.ownOnly")}</p>
        <Row>
          {isProfile ? (
            <Button isPending={busy} onPress={() => void close(pathIn(language, "/user/profile"))}>
              {t("onBehalf.ownProfile")}
            </Button>
          ) : null}
          <LinkButton {...(isProfile ? { kind: "secondary" as const } : {})} to="/">
            {t("planned.home")}
          </LinkButton>
        </Row>
      </Card>
    </Stack>
  );
}
