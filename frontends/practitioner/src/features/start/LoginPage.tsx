import { useFailureText } from "@kajo/shared/errors";
import { addressIn, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn, useSignInProblem } from "@kajo/shared/session";
import { EndNotice } from "@kajo/shared/session/idle";
import { Banner, Button, Card, PageHeading, Stack } from "@kajo/shared/ui";
import { Navigate, useSearch } from "@tanstack/react-router";

export function LoginPage() {
  const t = useText();
  const language = useLanguage();
  const failureText = useFailureText();
  const { returnTo, cookies } = useSearch({ from: "/authentication" });
  const { data: session } = useGetSessionQuery();
  const { signIn, busy, failure } = useSignIn();
  const before = useSignInProblem(cookies);
  if (session) return <Navigate replace to="/" />;
  const problem = failure ?? before;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("login.title")}</PageHeading>
      <EndNotice />
      {problem ? (
        <Banner announce="alert" tone="danger">
          {failureText(problem)}
        </Banner>
      ) : null}
      <Card>
        <p>{t("login.text")}</p>
        <div>
          <Button
            isPending={busy}
            onPress={() => void signIn(returnTo ? addressIn(language, returnTo) : pathIn(language, "/"))}
          >
            {t("login.directory")}
          </Button>
        </div>
        <p>{t("login.admin")}</p>
      </Card>
    </Stack>
  );
}
