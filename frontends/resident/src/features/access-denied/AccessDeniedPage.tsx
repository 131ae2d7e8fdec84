import { PageFailed, useFailureLine } from "@kajo/shared/errors";
import { type MessageId, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignOut } from "@kajo/shared/session";
import { Banner, Button, Card, LinkButton, PageHeading, Row, Spinner, Stack } from "@kajo/shared/ui";
import { useAuthorizations } from "../start/authorizations";
import { type Denial, useDenial } from "./api";

const texts = {
  DENIAL_NOT_ADMITTED: "denied.notAdmitted",
  DENIAL_FOREIGN_IDENTITY: "denied.foreign",
} as const satisfies Record<Denial, MessageId>;

/** Who has identified themselves and still may not enter (spec section 2, Access denied). The server says why; no address does. */
export function AccessDeniedPage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { denial, isLoading, error, refetch } = useDenial();
  if (error) return <PageFailed error={error} onRetry={refetch} />;
  return (
    <Stack gap="l">
      <PageHeading>{t("denied.title")}</PageHeading>
      <Card>
        {isLoading ? (
          <Spinner />
        ) : denial ? (
          <Denied denial={denial} />
        ) : (
          <Admitted text={session ? "denied.none" : "denied.nobody"} />
        )}
      </Card>
    </Stack>
  );
}

function Denied({ denial }: { readonly denial: Denial }) {
  const t = useText();
  const failureLine = useFailureLine();
  const { signOut, busy, failure } = useSignOut();
  const onBehalf = useAuthorizations();
  return (
    <>
      <p>{t(texts[denial])}</p>
      <p>{t("planned.urgent")}</p>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      <Row>
        {denial === "DENIAL_FOREIGN_IDENTITY" ? null : (
          <a href={onBehalf.href} hrefLang={onBehalf.lang}>
            {t("denied.onBehalf")}
          </a>
        )}
        <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
          {t("denied.signOut")}
        </Button>
      </Row>
    </>
  );
}

function Admitted({ text }: { readonly text: "denied.none" | "denied.nobody" }) {
  const t = useText();
  return (
    <>
      <p>{t(text)}</p>
      <div>
        <LinkButton to="/">{t("planned.home")}</LinkButton>
      </div>
    </>
  );
}
