import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ConversationSummaryJson } from "@kajo/shared/rpc";
import { Button, Skeleton } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { useListMyAppointmentsInfiniteQuery, useListMyRecommendationsQuery } from "../appointments/api";
import { Coming } from "../appointments/Coming";
import { useListMyConversationsInfiniteQuery } from "../inbox/api";
import { ConversationRow } from "../inbox/ConversationRow";
import { useListMyContentsInfiniteQuery } from "../patient-content/api";
import { ContentsToRead } from "../patient-content/ContentsToRead";
import { useListMySurveysInfiniteQuery } from "../surveys/api";
import { SurveysToAnswer } from "../surveys/SurveysToAnswer";
import { useListMyCustomerTasksInfiniteQuery } from "../task/api";
import { Tasks } from "../task/Tasks";
import styles from "./Upcoming.module.css";

const shown = 3;

export interface UpcomingProps {
  /** It has its size. */
  readonly onSettled: () => void;
}

/** What waits for the person: appointments; surveys; contents to read; tasks; unread answers, then what is still open. */
export function Upcoming({ onSettled }: UpcomingProps) {
  const t = useText();
  const { data, error, refetch } = useListMyConversationsInfiniteQuery();
  // Asked for here as well, so that all lists come at once.
  const tasks = useListMyCustomerTasksInfiniteQuery({ finished: false });
  const appointments = useListMyAppointmentsInfiniteQuery({ past: false });
  const recommendations = useListMyRecommendationsQuery({});
  const surveys = useListMySurveysInfiniteQuery({ list: "MY_SURVEY_LIST_TO_ANSWER" });
  const contents = useListMyContentsInfiniteQuery({ list: "MY_CONTENT_LIST_UNREAD" });
  const areOthersKnown = [tasks, appointments, recommendations, surveys, contents].every(
    (query) => query.data !== undefined || query.error !== undefined,
  );
  const [isFinishedShown, setFinishedShown] = useState(false);
  const isSettled = (data !== undefined || error !== undefined) && areOthersKnown;
  useLayoutEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (error && !data) {
    return <LoadFailed error={error} failed={t("landing.upcoming.failed")} onRetry={() => void refetch()} />;
  }
  if (!data || !areOthersKnown) return <Skeleton rows={shown} />;
  const open = waiting(data.pages.flatMap((page) => page.conversations ?? []));
  const isNothing =
    open.length === 0 &&
    !tasks.data?.pages.some((page) => page.tasks?.length) &&
    !surveys.data?.pages.some((page) => page.surveys?.length) &&
    !contents.data?.pages.some((page) => page.contents?.length) &&
    !appointments.data?.pages.some((page) => page.appointments?.length) &&
    !recommendations.data?.recommendations?.length;
  return (
    <>
      <Coming />
      <SurveysToAnswer />
      <ContentsToRead />
      <Tasks finished={false} />
      {isNothing ? <p className={styles.none}>{t("landing.upcoming.none")}</p> : null}
      {open.length > 0 ? (
        <ul aria-labelledby="own-title" className={styles.list}>
          {open.slice(0, shown).map((conversation) => (
            <ConversationRow conversation={conversation} key={conversation.conversationId} />
          ))}
        </ul>
      ) : null}
      <p>
        <Link to="/inbox">{t("landing.upcoming.all")}</Link>
      </p>
      {isFinishedShown ? (
        <Tasks finished />
      ) : (
        <div>
          <Button kind="quiet" onPress={() => setFinishedShown(true)} small>
            {t("task.finished.show")}
          </Button>
        </div>
      )}
    </>
  );
}

function waiting(conversations: readonly ConversationSummaryJson[]): readonly ConversationSummaryJson[] {
  return conversations
    .filter(({ state, done, unread = 0 }) => unread > 0 || (state !== "CONVERSATION_STATE_ENDED" && !done))
    .toSorted((one, other) => Math.sign(other.unread ?? 0) - Math.sign(one.unread ?? 0));
}
