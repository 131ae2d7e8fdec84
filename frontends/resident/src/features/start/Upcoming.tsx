import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ConversationSummaryJson } from "@kajo/shared/rpc";
import { Skeleton } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useListMyConversationsInfiniteQuery } from "../inbox/api";
import { ConversationRow } from "../inbox/ConversationRow";
import styles from "./Upcoming.module.css";

const shown = 3;

export interface UpcomingProps {
  /** It has its size. */
  readonly onSettled: () => void;
}

/** What waits for the person: unread answers first, then what is still open. */
export function Upcoming({ onSettled }: UpcomingProps) {
  const t = useText();
  const { data, error, refetch } = useListMyConversationsInfiniteQuery();
  const isSettled = data !== undefined || error !== undefined;
  useLayoutEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (error && !data) {
    return <LoadFailed error={error} failed={t("landing.upcoming.failed")} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton rows={shown} />;
  const open = waiting(data.pages.flatMap((page) => page.conversations ?? []));
  return (
    <>
      {open.length === 0 ? <p className={styles.none}>{t("landing.upcoming.none")}</p> : null}
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
    </>
  );
}

function waiting(conversations: readonly ConversationSummaryJson[]): readonly ConversationSummaryJson[] {
  return conversations
    .filter(({ state, done, unread = 0 }) => unread > 0 || (state !== "CONVERSATION_STATE_ENDED" && !done))
    .toSorted((one, other) => Math.sign(other.unread ?? 0) - Math.sign(one.unread ?? 0));
}
