import { RequireSession } from "@kajo/shared/app";
import { useRefetchAt } from "@kajo/shared/chat-queue";
import { asFailure } from "@kajo/shared/errors";
import { Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { isLost, isVisitor, useGetSessionQuery } from "@kajo/shared/session";
import { PageHeading, PageLoading, Spinner, Stack } from "@kajo/shared/ui";
import { Link, Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useSelector } from "react-redux";
import { textsOf, useLangOf } from "../filling/words";
import { useGetAssessmentQuery } from "./api";
import { BeginInChat } from "./BeginInChat";
import { fetchFill } from "./fetch-fill";
import { Info } from "./Info";
import { NotAsked } from "./NotAsked";
import { Result } from "./Result";
import { useNewest } from "./use-valid";

const Fill = lazy(async () => ({ default: (await fetchFill()).Fill }));

/** Symptoms are assessed before one joins a chat queue that asks for it (CHA-09), signed in or in a visit. */
export function TriagePage() {
  const { chatQueueId } = useParams({ from: "/triage/$chatQueueId" });
  const { data: session, isSuccess } = useGetSessionQuery();
  const isVisiting = useSelector(isVisitor);
  const isOver = useSelector(isLost);
  if (isSuccess && !session && !isVisiting && !isOver) return <BeginInChat chatQueueId={chatQueueId} />;
  return (
    <RequireSession orVisit>
      <Assessment chatQueueId={chatQueueId} key={chatQueueId} />
    </RequireSession>
  );
}

const goneReasons: readonly (string | undefined)[] = ["not_found", "assessment_not_asked"];

function Assessment({ chatQueueId }: { readonly chatQueueId: string }) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const navigate = useNavigate();
  const { step } = useSearch({ from: "/triage/$chatQueueId" });
  const { currentData: there, error, refetch } = useGetAssessmentQuery({ chatQueueId });
  const completed = useNewest(there?.completed);
  /** The words by which they have consented, in this page alone: after a reload they consent again. */
  const [consented, setConsented] = useState<number>();
  useRefetchAt(step === "questions" ? undefined : there?.standing?.changesAt, () => void refetch());
  // Nobody who answers, or reads what it has come to, is led away from it.
  const isGone = step === undefined && goneReasons.includes(asFailure(error).reason);
  if (!there || isGone) return error ? <NotAsked error={error} onRetry={() => void refetch()} /> : <PageLoading />;
  const isThere = step === "questions" ? consented !== undefined : completed !== undefined;
  const shown = isThere ? step : undefined;
  // Another assessment needs another consent.
  if (shown === "result" && consented !== undefined) setConsented(undefined);
  const { chatQueueName, title } = there;
  const begin = () => {
    setConsented(there.consentVersion ?? 0);
    return navigate({ to: "/triage/$chatQueueId", params: { chatQueueId }, search: { step: "questions" } });
  };
  return (
    <Stack gap="l" width="text">
      {shown === step ? null : <Navigate params={{ chatQueueId }} replace to="/triage/$chatQueueId" />}
      <PageHeading
        // What follows is another page, as people see it.
        key={shown ?? "info"}
        lang={shown === "result" ? undefined : langOf(title)}
        over={
          <Link to="/chat">
            {localized(language, chatQueueName) ? <Localized text={chatQueueName} /> : <span>{t("chat.list")}</span>}
          </Link>
        }
      >
        {shown === "result" ? t("triage.result") : localized(language, textsOf(title)) || t("triage.title")}
      </PageHeading>
      {shown === "questions" && consented !== undefined ? (
        <Suspense fallback={<Spinner />}>
          <Fill chatQueueId={chatQueueId} consentVersion={consented} onRenew={refetch} there={there} />
        </Suspense>
      ) : shown === "result" && completed ? (
        <Result
          chatQueueId={chatQueueId}
          completed={completed}
          onClosed={() => void refetch()}
          standing={there.standing}
        />
      ) : (
        <Info chatQueueId={chatQueueId} completed={completed} onBegin={begin} there={there} />
      )}
    </Stack>
  );
}
