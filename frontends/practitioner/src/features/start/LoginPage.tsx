import { useFailureText } from "@kajo/shared/errors";
import { addressIn, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn, useTakeSignInErrorQuery } from "@kajo/shared/session";
import { EndNotice } from "@kajo/shared/session/idle";
import { Banner, Button, Card, PageHeading, Stack } from "@kajo/shared/ui";
import { Navigate, useSearch } from "@tanstack/react-router";

export function LoginPage() {
  const t = useText();
  const language = useLanguage();
  const failureText = useFailureText();
  const { returnTo } = useSearch({ from: "/authentication" });
  const { data: session } = useGetSessionQuery();
  const { data: last } = useTakeSignInErrorQuery();
  const { signIn, busy, failure } = useSignIn();
  if (session) return <Navigate replace to="/" />;
  const problem =
    failure ?? (last?.reason ? { code: 16, reason: last.reason, params: {}, fields: [], traceId: "" } : undefined);
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
