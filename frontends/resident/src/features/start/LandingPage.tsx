import { useCallContext } from "@kajo/shared/app";
import { useFailureLine } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn } from "@kajo/shared/session";
import { IdleEndNotice } from "@kajo/shared/session/idle";
import { Banner, Button, PageHeading, Skeleton, Stack } from "@kajo/shared/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import styles from "./LandingPage.module.css";
import { Services } from "./Services";

const Upcoming = lazy(async () => ({ default: (await import("./Upcoming")).Upcoming }));

/** Open to everybody. Prerendered (src/prerender.tsx), so that it reads before any script has run. */
export function LandingPage() {
  const t = useText();
  const { data: session, isLoading } = useGetSessionQuery();
  const { expectsSession } = useCallContext();
  const own = session !== undefined || (isLoading && expectsSession);
  const greeted = useAfterCommit(session !== undefined);
  const name = session?.user.name.usual || session?.user.name.given || session?.user.name.text;
  return (
    <Stack gap="l">
      <div className={styles.hero}>
        <PageHeading>{name ? t("landing.greeting", { name }) : t("landing.greetingAll")}</PageHeading>
        <p className={styles.lead}>{t("landing.textAll")}</p>
      </div>
      {own ? null : <IdleEndNotice />}
      <section aria-labelledby="own-title" className={styles.own} data-own={own || undefined}>
        <h2 id="own-title">{own ? t("landing.upcoming") : t("landing.identifyTitle")}</h2>
        {own ? (
          <Suspense fallback={<Skeleton rows={3} />}>{greeted ? <Upcoming /> : <Skeleton rows={3} />}</Suspense>
        ) : (
          <Identify isDisabled={isLoading} />
        )}
      </section>
      <Services />
    </Stack>
  );
}

/** True one commit later: the greeting stands before the code of what follows it is fetched. */
function useAfterCommit(now: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(now));
    return () => clearTimeout(timer);
  }, [now]);
  return now && later;
}

function Identify({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useText();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const { signIn, busy, failure } = useSignIn();
  return (
    <>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      <p>{t("login.text")}</p>
      <div>
        <Button isDisabled={isDisabled} isPending={busy} onPress={() => void signIn(pathIn(language, "/"))}>
          {t("login.identify")}
        </Button>
      </div>
      <p className={styles.quiet}>{t("login.encrypted")}</p>
    </>
  );
}
