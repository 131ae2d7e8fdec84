import { useText } from "@kajo/shared/i18n";
import { MasterDetail } from "@kajo/shared/patterns";
import { PageHeading, Tabs } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { ConversationPane } from "../conversation/ConversationPane";
import { ShortcutsButton } from "../shortcuts/ShortcutsButton";
import { useCountTasksQuery } from "./api";
import { Filters } from "./Filters";
import styles from "./InboxPage.module.css";
import { type InboxSearch, type InboxTab, inboxSearch, tabs } from "./search";
import { TaskList } from "./TaskList";
import { tabTexts } from "./tab-texts";

/** The task inbox: the list, and beside it the conversation that is open. */
export function InboxPage() {
  const t = useText();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/care/inbox" });
  const { data: counts } = useCountTasksQuery({});
  const filters = useRef<HTMLElement>(null);
  const { tab = "new", conversation, ...question } = search;
  const go = (change: InboxSearch) => void navigate({ to: "/inbox", search: inboxSearch({ ...search, ...change }) });
  const clear = () => {
    go({ search: "", queue: "", unread: false });
    // The button that did it goes away with the filters.
    filters.current?.focus();
  };
  const shown = (count: number | undefined) =>
    count === undefined ? undefined : count >= 1000 ? "999+" : String(count);
  const list = (
    <div className={styles.side}>
      <PageHeading actions={<ShortcutsButton />}>{t("inbox.title")}</PageHeading>
      <Tabs
        fill
        label={t("inbox.tabs")}
        onSelect={(id) => void navigate({ to: "/inbox", search: { tab: id as InboxTab } })}
        selected={tab}
        tabs={tabs.map((id) => ({
          id,
          label: t(tabTexts[id]),
          count: shown(counts?.[id] ?? (counts ? 0 : undefined)),
        }))}
      >
        <Filters onChange={go} onClear={clear} ref={filters} search={search} />
        <TaskList
          onClear={clear}
          onOpen={(id) => go({ conversation: id })}
          open={conversation}
          question={{ ...question, tab }}
        />
      </Tabs>
    </div>
  );
  return (
    <MasterDetail
      detail={
        conversation ? (
          <ConversationPane
            conversationId={conversation}
            key={conversation}
            onOpen={(id) => go({ conversation: id })}
          />
        ) : undefined
      }
      detailKey={conversation}
      detailLabel={t("inbox.detail")}
      fill
      list={list}
      listLabel={t("inbox.title")}
      // The place in the list is found again by the focus that returns to it.
      onBack={() =>
        void navigate({ to: "/inbox", search: inboxSearch({ ...search, conversation: "" }), resetScroll: false })
      }
      placeholder={<p className={styles.none}>{t("inbox.choose")}</p>}
    />
  );
}
