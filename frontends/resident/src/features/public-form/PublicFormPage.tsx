import { PageFailed, useFailureText } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { GetPublicFormResponseJson } from "@kajo/shared/rpc";
import { Banner, LinkButton, PageHeading, PageLoading, Spinner, Stack } from "@kajo/shared/ui";
import { Link, Navigate, useLocation, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { textsOf, useLangOf } from "../filling/words";
import { useGetPublicFormQuery } from "./api";
import { fetchFill } from "./fetch-fill";
import { Intro } from "./Intro";
import { whyNotThere } from "./not-there";
import { Sent } from "./Sent";
import type { PublicFormSearch } from "./search";

const Fill = lazy(async () => ({ default: (await fetchFill()).Fill }));

/** A form that anybody sends without saying who they are (SUR-07): what it is about, its questions, and that it was sent. */
export function PublicFormPage() {
  const { tail } = useParams({ from: "/forms/$tail" });
  const { step } = useSearch({ from: "/forms/$tail" });
  const isSent = useLocation({ select: ({ state }) => state.publicFormSent });
  if (step === "sent" && isSent) return <Sent tail={tail} />;
  const urlTail = tail.trim().toLowerCase();
  return <Unsent key={urlTail} step={step} tail={tail} urlTail={urlTail} />;
}

interface UnsentProps {
  readonly tail: string;
  /** As the service is asked for it. */
  readonly urlTail: string;
  readonly step: PublicFormSearch["step"];
}

function Unsent({ tail, urlTail, step }: UnsentProps) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const { currentData, error, refetch } = useGetPublicFormQuery({ urlTail });
  const there = useKept(currentData);
  if (!there) return error ? <NotThere error={error} onRetry={() => void refetch()} /> : <PageLoading />;
  const isFilled = step === "questions";
  // Nobody who answers is led away from what they have answered: the form is the same.
  const movedTo = there.urlTail && there.urlTail !== tail && !isFilled ? there.urlTail : undefined;
  if (movedTo) return <Navigate params={{ tail: movedTo }} replace to="/forms/$tail" />;
  return (
    <Stack gap="l" width="text">
      <PageHeading
        // What follows is another page, as people see it.
        key={String(isFilled)}
        lang={langOf(there.title)}
        over={<Link to="/forms">{t("publicForm.title")}</Link>}
      >
        {localized(language, textsOf(there.title)) || t("application.one")}
      </PageHeading>
      {/* Not known any more, for example after a change of language: nobody should send it once more for that. */}
      {step === "sent" ? <Banner tone="info">{t("publicForm.sentBefore")}</Banner> : null}
      <Suspense fallback={<Spinner />}>
        {isFilled ? <Fill onRenew={refetch} tail={tail} there={there} /> : <Intro tail={tail} there={there} />}
      </Suspense>
    </Stack>
  );
}

/** What came once stays, whatever becomes of a session beside it: with one all that was fetched goes. */
function useKept(came: GetPublicFormResponseJson | undefined): GetPublicFormResponseJson | undefined {
  const [kept, setKept] = useState(came);
  if (came !== undefined && came !== kept) setKept(came);
  return came ?? kept;
}

interface NotThereProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function NotThere({ error, onRetry }: NotThereProps) {
  const t = useText();
  const failureText = useFailureText();
  const why = whyNotThere(error);
  if (!why) return <PageFailed error={error} onRetry={onRetry} />;
  const isClosed = why === "closed";
  return (
    <Stack gap="l" width="text">
      <PageHeading>{isClosed ? t("application.one") : t("publicForm.unknown")}</PageHeading>
      {/* Why alone: nothing has failed. */}
      <Banner tone="warning">{isClosed ? failureText(error, "") : t("publicForm.unknown.text")}</Banner>
      <div>
        <LinkButton to="/forms">{t("publicForm.title")}</LinkButton>
      </div>
    </Stack>
  );
}
