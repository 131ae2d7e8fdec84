import { useCallContext } from "@kajo/shared/app";
import { useFailureLine } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignIn } from "@kajo/shared/session";
import { EndNotice } from "@kajo/shared/session/idle";
import { Banner, Button, PageHeading, Skeleton } from "@kajo/shared/ui";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Announced } from "../documents/Announced";
import { AskLater } from "../documents/AskLater";
import { onStartPage } from "../documents/kinds";
import { Lead } from "../documents/Lead";
import styles from "./LandingPage.module.css";
import { Services } from "./Services";

const Upcoming = lazy(async () => ({ default: (await import("./Upcoming")).Upcoming }));

/** How long what stands below waits for the list above it. */
const patienceMs = 1_500;

/** Open to everybody. Prerendered (src/prerender.tsx), so that it reads before any script has run. */
export function LandingPage() {
  const t = useText();
  const { data: session, isLoading } = useGetSessionQuery();
  const { expectsSession } = useCallContext();
  const own = session !== undefined || (isLoading && expectsSession);
  const greeted = useAfterCommit(session !== undefined);
  const [settled, setSettled] = useState(false);
  const settle = useCallback(() => setSettled(true), []);
  const late = useLater(own && !settled, patienceMs);
  // The room that was kept for a late list stays: what stands below has been read by then.
  const waiting = own && late ? "late" : own && !settled ? "coming" : undefined;
  const acting = session?.impersonator ? session.user.name.text : undefined;
  const name = session?.user.name.usual || session?.user.name.given || session?.user.name.text;
  return (
    <div className={styles.landing} data-own={waiting} data-wide="">
      <div className={styles.hero}>
        <PageHeading>{acting ?? (name ? t("landing.greeting", { name }) : t("landing.greetingAll"))}</PageHeading>
        <Lead>
          <p className={styles.lead}>{t("landing.textAll")}</p>
        </Lead>
      </div>
      <AskLater kinds={onStartPage} />
      <Announced className={styles.important} kind="important" />
      {own ? null : (
        <div className={styles.notice}>
          <EndNotice />
        </div>
      )}
      <div className={styles.column} data-settling={(own && !settled) || undefined}>
        <section aria-labelledby="own-title" className={styles.own}>
          <h2 id="own-title">{own ? t("landing.upcoming") : t("landing.identifyTitle")}</h2>
          {own ? (
            <Suspense fallback={<Skeleton rows={3} />}>
              {greeted ? <Upcoming onSettled={settle} /> : <Skeleton rows={3} />}
            </Suspense>
          ) : (
            <Identify isDisabled={isLoading} />
          )}
        </section>
        <Announced className={styles.info} kind="info" />
      </div>
      <div className={styles.services}>
        <Services />
      </div>
    </div>
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

/** True once `waiting` has lasted for so long. */
function useLater(waiting: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [waiting, ms]);
  return late;
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
