import { useFailureLine } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useBeginOnBehalf, useGetSessionQuery } from "@kajo/shared/session";
import { Banner, Button, Card, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { useAuthorizations } from "../start/authorizations";

/** Where acting on behalf begins; while acting, where another person is chosen. */
export function OnBehalfPage() {
  const t = useText();
  const language = useLanguage();
  const about = useAuthorizations();
  const failureLine = useFailureLine();
  const { data: session } = useGetSessionQuery();
  const { begin, busy, failure } = useBeginOnBehalf();
  const acting = session?.impersonator ? session.user.name.text : undefined;
  return (
    <Stack gap="l">
      <PageHeading>{t("onBehalf.title")}</PageHeading>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      <Card>
        {acting ? <p>{t("onBehalf.acting", { name: acting })}</p> : null}
        <p>{t("onBehalf.text")}</p>
        <Row>
          <Button isPending={busy} onPress={() => void begin(pathIn(language, "/"))}>
            {t(acting ? "onBehalf.other" : "onBehalf.go")}
          </Button>
          <a href={about.href} hrefLang={about.lang}>
            {t("onBehalf.about")}
          </a>
        </Row>
      </Card>
    </Stack>
  );
}
