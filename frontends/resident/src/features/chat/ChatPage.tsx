import type { AppState } from "@kajo/shared/app";
import { useRefetchAt } from "@kajo/shared/chat-queue";
import { isAbroad, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { OfferedChatQueueJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, EmptyState, LinkButton, PageHeading, Phones, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { useSelector } from "react-redux";
import { useListOfferedChatQueuesQuery } from "./api";
import styles from "./Chat.module.css";
import { nextChange } from "./next-change";
import { QueueCard } from "./QueueCard";
import { StateChanges } from "./StateChanges";

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
      <QueryView query={query}>
        {({ chatQueues = [] }) => <Queues canWrite={isIn} onClosed={refetch} queues={chatQueues} />}
      </QueryView>
    </Stack>
  );
}

interface QueuesProps {
  readonly queues: readonly OfferedChatQueueJson[];
  readonly canWrite: boolean;
  readonly onClosed: () => void;
}

function Queues({ queues, canWrite, onClosed }: QueuesProps) {
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
      {queues.some(({ external }) => !external) ? <NotYet canWrite={canWrite} /> : null}
      {abroad ? <p>{t("booking.time.abroad")}</p> : null}
      <ul aria-label={t("chat.list")} className={styles.list}>
        {queues.map((queue) => (
          <li key={queue.chatQueueId}>
            <QueueCard onClosed={onClosed} queue={queue} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Nobody can join our own queues yet: where to turn meanwhile. */
function NotYet({ canWrite }: { readonly canWrite: boolean }) {
  const t = useText();
  return (
    <Banner
      action={
        canWrite ? (
          <LinkButton kind="secondary" to="/inbox/new">
            {t("planned.write")}
          </LinkButton>
        ) : null
      }
      tone="info"
    >
      <p>{t("chat.later")}</p>
      {canWrite ? <p>{t("planned.meanwhile")}</p> : null}
    </Banner>
  );
}
