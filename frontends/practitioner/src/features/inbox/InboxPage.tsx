import { useText } from "@kajo/shared/i18n";
import { PageHeading, Stack, Tabs } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConversationPane } from "../conversation/ConversationPane";
import { useCountTasksQuery } from "./api";
import { Filters } from "./Filters";
import styles from "./InboxPage.module.css";
import { type InboxSearch, type InboxTab, tabs } from "./search";
import { TaskList } from "./TaskList";
import { tabTexts } from "./tab-texts";

/** The task inbox: the list, and beside it the conversation that is open. */
export function InboxPage() {
  const t = useText();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/ready/inbox" });
  const { data: counts } = useCountTasksQuery({});
  const { tab = "new", conversation } = search;
  const go = (change: InboxSearch) => void navigate({ to: "/inbox", search: { ...search, ...change } });
  const shown = (count: number | undefined) =>
    count === undefined ? undefined : count >= 1000 ? "999+" : String(count);
  const { conversation: _open, ...question } = search;
  return (
    <div className={styles.page} data-open={conversation ? "" : undefined}>
      <Stack gap="m">
        <PageHeading>{t("inbox.title")}</PageHeading>
        <Tabs
          label={t("inbox.tabs")}
          onSelect={(id) => void navigate({ to: "/inbox", search: { tab: id as InboxTab } })}
          selected={tab}
          tabs={tabs.map((id) => ({
            id,
            label: t(tabTexts[id]),
            count: shown(counts?.[id] ?? (counts ? 0 : undefined)),
          }))}
        >
          <Filters onChange={go} search={search} />
          <TaskList onOpen={(id) => go({ conversation: id })} open={conversation} question={{ ...question, tab }} />
        </Tabs>
      </Stack>
      <div className={styles.pane}>
        {conversation ? (
          <ConversationPane
            conversationId={conversation}
            key={conversation}
            onBack={() => {
              const { conversation: _closed, ...rest } = search;
              void navigate({ to: "/inbox", search: rest });
            }}
            onOpen={(id) => go({ conversation: id })}
          />
        ) : (
          <p className={styles.none}>{t("inbox.choose")}</p>
        )}
      </div>
    </div>
  );
}
