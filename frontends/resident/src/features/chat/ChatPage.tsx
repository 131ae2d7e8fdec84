import type { AppState } from "@kajo/shared/app";
import { useRefetchAt } from "@kajo/shared/chat-queue";
import { LoadFailed } from "@kajo/shared/errors";
import { isAbroad, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { MyChatJson, OfferedChatQueueJson } from "@kajo/shared/rpc";
import { isVisitor, useGetSessionQuery } from "@kajo/shared/session";
import { Banner, EmptyState, LinkButton, PageHeading, Phones, Stack } from "@kajo/shared/ui";
import { lazy, Suspense, useState } from "react";
import { useSelector } from "react-redux";
import { isGoingOn, useListMyChatsQuery, useListOfferedChatQueuesQuery } from "./api";
import styles from "./Chat.module.css";
import { nextChange } from "./next-change";
import { type MayJoin, QueueCard } from "./QueueCard";
import { StateChanges } from "./StateChanges";
import { useVisitClaim } from "./use-visit-claim";

/** Few wait or chat while they look at the queues: nobody else fetches what that takes. */
const OwnChats = lazy(async () => ({ default: (await import("./OwnChats")).OwnChats }));

/** Those to whom no live update comes ask instead, as long as they look. */
const polling = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** The chat queues that are there for whoever looks, signed in or not (CHA-03). */
export function ChatPage() {
  const t = useText();
  const language = useLanguage();
  const { data: session, isLoading } = useGetSessionQuery();
  const isHeld = useSelector((state: AppState) => state.session.denied || state.session.entering);
  const isIn = session !== undefined && !isHeld;
  const query = useListOfferedChatQueuesQuery({}, isIn ? {} : polling);
  const isVisiting = useSelector(isVisitor);
  const claim = useVisitClaim();
  const hasOwn = isVisiting || (isIn && claim.isSettled);
  const mine = useListMyChatsQuery({}, { skip: !hasOwn });
  const own = hasOwn ? (mine.data?.chats ?? []).filter(isGoingOn) : [];
  const refetch = () => void query.refetch();
  const queues = query.data?.chatQueues;
  useRefetchAt(nextChange(queues ?? []), refetch);
  return (
    <Stack gap="l">
      <PageHeading lead={<Phones>{t("planned.urgent")}</Phones>}>{t("chat.title")}</PageHeading>
      {session || isLoading ? null : (
        <Banner
          action={
            <LinkButton kind="secondary" search={{ returnTo: pathIn(language, "/chat") }} to="/authentication">
              {t("login.title")}
            </LinkButton>
          }
          tone="info"
        >
          {t("chat.signIn")}
        </Banner>
      )}
      <StateChanges queues={queues} />
      {own.length > 0 ? (
        <Suspense>
          <OwnChats chats={own} />
        </Suspense>
      ) : null}
      {/* Where nothing can be fetched, that is said once. */}
      {claim.error && queues ? <LoadFailed error={claim.error} onRetry={claim.retry} /> : null}
      {hasOwn && mine.error && !mine.data && queues ? (
        <LoadFailed error={mine.error} onRetry={() => void mine.refetch()} />
      ) : null}
      <QueryView query={query}>
        {({ chatQueues = [] }) => (
          <Queues
            canWrite={isIn}
            mayJoin={isIn && hasOwn && !mine.isLoading ? "signedIn" : session || isLoading ? "no" : "visitor"}
            onClosed={refetch}
            own={own}
            queues={chatQueues}
          />
        )}
      </QueryView>
    </Stack>
  );
}

interface QueuesProps {
  readonly queues: readonly OfferedChatQueueJson[];
  readonly own: readonly MyChatJson[];
  readonly canWrite: boolean;
  readonly mayJoin: MayJoin;
  readonly onClosed: () => void;
}

function Queues({ queues, own, canWrite, mayJoin, onClosed }: QueuesProps) {
  const t = useText();
  const [abroad] = useState(() => isAbroad(new Date()));
  if (queues.length === 0) {
    return (
      <EmptyState
        action={canWrite ? <LinkButton to="/inbox/new">{t("planned.write")}</LinkButton> : null}
        title={t("chat.none")}
      />
    );
  }
  return (
    <>
      {abroad ? <p>{t("booking.time.abroad")}</p> : null}
      <ul aria-label={t("chat.list")} className={styles.list}>
        {queues.map((queue) => (
          <li key={queue.chatQueueId}>
            <QueueCard
              mayJoin={mayJoin}
              onClosed={onClosed}
              own={own.find(({ chatQueueId }) => chatQueueId === queue.chatQueueId)}
              queue={queue}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
