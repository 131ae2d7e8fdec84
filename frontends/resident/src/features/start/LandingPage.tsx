import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn } from "@kajo/shared/session";
import { IdleEndNotice } from "@kajo/shared/session/idle";
import { Button, PageHeading, Skeleton, Stack } from "@kajo/shared/ui";
import { lazy, Suspense } from "react";
import styles from "./LandingPage.module.css";
import { Services } from "./Services";

const Upcoming = lazy(async () => ({ default: (await import("./Upcoming")).Upcoming }));

/** Open to everybody. Prerendered (src/prerender.tsx), so that it reads before any script has run. */
export function LandingPage() {
  const t = useText();
  const { data: session, isLoading } = useGetSessionQuery();
  const name = session?.user.name.usual || session?.user.name.given || session?.user.name.text;
  return (
    <Stack gap="l">
      <div className={styles.hero}>
        <PageHeading>{name ? t("landing.greeting", { name }) : t("landing.greetingAll")}</PageHeading>
        <p className={styles.lead}>{t("landing.textAll")}</p>
      </div>
      {session ? null : <IdleEndNotice />}
      <section aria-labelledby="own-title" className={styles.own}>
        <h2 id="own-title">{session ? t("landing.upcoming") : t("landing.identifyTitle")}</h2>
        {session ? (
          <Suspense fallback={<Skeleton rows={3} />}>
            <Upcoming />
          </Suspense>
        ) : (
          <Identify isDisabled={isLoading} />
        )}
      </section>
      <Services />
    </Stack>
  );
}

function Identify({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useText();
  const language = useLanguage();
  const { signIn, busy } = useSignIn();
  return (
    <>
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
