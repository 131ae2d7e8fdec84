import { useFailureLine } from "@kajo/shared/errors";
import { addressIn, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn, useSignInProblem } from "@kajo/shared/session";
import { EndNotice } from "@kajo/shared/session/idle";
import { Banner, Button, Card, PageHeading, Stack } from "@kajo/shared/ui";
import { Navigate, useSearch } from "@tanstack/react-router";
import { LockKeyhole } from "lucide-react";
import { useAuthorizations } from "./authorizations";
import styles from "./LoginPage.module.css";

export function LoginPage() {
  const t = useText();
  const language = useLanguage();
  const onBehalf = useAuthorizations();
  const failureLine = useFailureLine();
  const { returnTo, cookies } = useSearch({ from: "/authentication" });
  const { data: session } = useGetSessionQuery();
  const { signIn, busy, failure } = useSignIn();
  const before = useSignInProblem(cookies);
  if (session) return <Navigate replace to="/" />;
  const problem = failure ?? before;
  const start = () => void signIn(returnTo ? addressIn(language, returnTo) : pathIn(language, "/"));
  return (
    <Stack gap="l">
      <PageHeading>{t("login.title")}</PageHeading>
      <EndNotice />
      {problem ? (
        <Banner announce="alert" tone="danger">
          {failureLine(problem)}
        </Banner>
      ) : null}
      <Card>
        <p>{t("login.text")}</p>
        <div>
          <Button isPending={busy} onPress={start}>
            {t("login.identify")}
          </Button>
        </div>
        <p className={styles.note}>
          <LockKeyhole aria-hidden="true" size={18} />
          {t("login.encrypted")}
        </p>
        <div>
          <Button isPending={busy} kind="secondary" onPress={() => void signIn(pathIn(language, "/on-behalf"))}>
            {t("onBehalf.title")}
          </Button>
        </div>
        <p className={styles.quiet}>{t("login.onBehalfText")}</p>
        <p>
          <a className={styles.link} href={onBehalf.href} hrefLang={onBehalf.lang}>
            {t("login.onBehalf")}
          </a>
        </p>
      </Card>
    </Stack>
  );
}
