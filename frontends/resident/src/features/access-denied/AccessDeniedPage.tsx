import { useFailureLine } from "@kajo/shared/errors";
import { type MessageId, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignOut } from "@kajo/shared/session";
import { Banner, Button, Card, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import { useAuthorizations } from "../start/authorizations";
import type { Denial } from "./denial";

const texts = {
  "not-found": "denied.notFound",
  "non-disclosure": "denied.nonDisclosure",
  "foreign-identity": "denied.foreign",
} as const satisfies Record<Denial, MessageId>;

/** Who has identified themselves and still may not enter (spec section 2, Access denied). */
export function AccessDeniedPage() {
  const t = useText();
  const { reason } = useSearch({ from: "/access-denied" });
  const { data: session } = useGetSessionQuery();
  const failureLine = useFailureLine();
  const { signOut, busy, failure } = useSignOut();
  const onBehalf = useAuthorizations();
  if (!reason) {
    return (
      <Stack gap="l">
        <PageHeading>{t("denied.title")}</PageHeading>
        <Card>
          <p>{t("denied.none")}</p>
          <div>
            <LinkButton to="/">{t("planned.home")}</LinkButton>
          </div>
        </Card>
      </Stack>
    );
  }
  return (
    <Stack gap="l">
      <PageHeading>{t("denied.title")}</PageHeading>
      <Card>
        <p>{t(texts[reason])}</p>
        <p>{t("planned.urgent")}</p>
        {failure ? (
          <Banner announce="alert" tone="danger">
            {failureLine(failure)}
          </Banner>
        ) : null}
        <Row>
          {reason === "foreign-identity" ? null : (
            <a href={onBehalf.href} hrefLang={onBehalf.lang}>
              {t("denied.onBehalf")}
            </a>
          )}
          {session ? (
            <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
              {t("denied.signOut")}
            </Button>
          ) : (
            <LinkButton kind="secondary" to="/">
              {t("planned.home")}
            </LinkButton>
          )}
        </Row>
      </Card>
    </Stack>
  );
}
