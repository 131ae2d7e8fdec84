import { ChatQueueStatus, useRefetchAt } from "@kajo/shared/chat-queue";
import { localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { Icon } from "@kajo/shared/icons";
import { fromAnswer, List } from "@kajo/shared/patterns";
import type { WorkedChatQueueJson } from "@kajo/shared/rpc";
import { Card, EmptyState, LinkButton, Row, StatusTag } from "@kajo/shared/ui";
import { ClosureControl } from "../chat-closure/ClosureControl";
import { useListWorkedChatQueuesQuery } from "./api";
import styles from "./WorkedQueues.module.css";

/** The chat queues that name the professional's role and location (CHA-12): how each stands, closing it and opening it again. */
export function WorkedQueues() {
  const t = useText();
  const query = useListWorkedChatQueuesQuery({});
  useRefetchAt(earliestChange(query.data?.chatQueues), () => void query.refetch());
  return (
    <List
      {...fromAnswer(query, ({ chatQueues }) => chatQueues)}
      counted={(n) => t("chatWork.count", { n })}
      empty={
        <EmptyState
          action={
            <LinkButton kind="secondary" to="/work-context">
              {t("workContext.title")}
            </LinkButton>
          }
          title={t("chatWork.none")}
        >
          {t("chatWork.none.text")}
        </EmptyState>
      }
      itemKey={({ chatQueueId }) => chatQueueId ?? ""}
      label={t("chatWork.queues")}
      renderItem={(queue) => <Queue queue={queue} />}
    />
  );
}

/** When one of them stands otherwise by itself. */
function earliestChange(queues: readonly WorkedChatQueueJson[] = []): string | undefined {
  return queues
    .flatMap(({ standing }) => standing?.changesAt ?? [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(0);
}

function Queue({ queue }: { readonly queue: WorkedChatQueueJson }) {
  const t = useText();
  const language = useLanguage();
  const { chatQueueId = "", name, icon, standing, external } = queue;
  const words = localized(language, name);
  return (
    <Card>
      <Row>
        <div className={styles.head}>
          {icon ? <Icon name={icon} /> : null}
          <h2 className={styles.name} lang={localizedLang(language, name)}>
            {words}
          </h2>
        </div>
        {external ? <StatusTag>{t("chatWork.external")}</StatusTag> : null}
      </Row>
      <ChatQueueStatus standing={standing} />
      <ClosureControl chatQueueId={chatQueueId} name={words} standing={standing} />
    </Card>
  );
}
