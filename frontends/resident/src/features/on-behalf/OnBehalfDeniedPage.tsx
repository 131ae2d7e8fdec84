import { useFailureText } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useBeginOnBehalf, useGetSessionQuery, useSignOut, useTakeSignInErrorQuery } from "@kajo/shared/session";
import { Banner, Button, Card, LinkButton, PageHeading, Row, Spinner, Stack } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useAuthorizations } from "../start/authorizations";

/** There is no authorisation, or none any more (IDN-08). Why there is none, is told to nobody. */
export function OnBehalfDeniedPage() {
  const t = useText();
  const about = useAuthorizations();
  return (
    <Page title={t("onBehalf.deniedTitle")}>
      <p>{t("onBehalf.denied")}</p>
      <p>{t("onBehalf.deniedHelp")}</p>
      <p>
        <a href={about.href} hrefLang={about.lang}>
          {t("onBehalf.about")}
        </a>
      </p>
    </Page>
  );
}

/** It did not work for another reason, which is told as far as it is known (IDN-08). */
export function OnBehalfFailedPage() {
  const t = useText();
  const failureText = useFailureText();
  const { data: last, isLoading } = useTakeSignInErrorQuery();
  const failure = { code: 2, reason: last?.reason ?? "on_behalf_failed", params: {}, fields: [], traceId: "" };
  return (
    <Page isPassing title={t("onBehalf.failedTitle")}>
      {isLoading ? <Spinner /> : <p>{failureText(failure)}</p>}
    </Page>
  );
}

interface PageProps {
  readonly title: string;
  /** Another try may well succeed: it stands first. */
  readonly isPassing?: boolean;
  readonly children: ReactNode;
}

function Page({ title, isPassing = false, children }: PageProps) {
  const t = useText();
  const language = useLanguage();
  const failureText = useFailureText();
  const { data: session } = useGetSessionQuery();
  const { begin, busy, failure } = useBeginOnBehalf();
  const { signOut, busy: leaving, failure: stays } = useSignOut();
  const problem = failure ?? stays;
  const retry = (
    <Button
      isPending={busy}
      key="retry"
      kind={isPassing ? "primary" : "secondary"}
      onPress={() => void begin(pathIn(language, "/"))}
    >
      {t("onBehalf.again")}
    </Button>
  );
  const own = (
    <LinkButton key="own" kind={isPassing ? "secondary" : "primary"} to="/">
      {t(session?.impersonator ? "planned.home" : "onBehalf.own")}
    </LinkButton>
  );
  return (
    <Stack gap="l">
      <PageHeading>{title}</PageHeading>
      <Card>
        {children}
        {problem ? (
          <Banner announce="alert" tone="danger">
            {failureText(problem)}
          </Banner>
        ) : null}
        {session ? (
          <Row>
            {isPassing ? [retry, own] : [own, retry]}
            <Button isPending={leaving} kind="quiet" onPress={() => void signOut()}>
              {t("denied.signOut")}
            </Button>
          </Row>
        ) : (
          <Row>
            <LinkButton to="/">{t("planned.home")}</LinkButton>
          </Row>
        )}
      </Card>
    </Stack>
  );
}
