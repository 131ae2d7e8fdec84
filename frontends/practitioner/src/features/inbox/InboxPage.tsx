import { useText } from "@kajo/shared/i18n";
import { MasterDetail } from "@kajo/shared/patterns";
import { PageHeading, Spinner, Tabs } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useRef } from "react";
import { ConversationPane } from "../conversation/ConversationPane";
import { ShortcutsButton } from "../shortcuts/ShortcutsButton";
import { useCountTasksQuery } from "./api";
import { BeginButtons } from "./BeginButtons";
import { Filters } from "./Filters";
import styles from "./InboxPage.module.css";
import { type InboxSearch, type InboxTab, inboxSearch, tabs } from "./search";
import { TaskList } from "./TaskList";
import { tabTexts } from "./tab-texts";

const ComposePane = lazy(async () => ({ default: (await import("../compose/ComposePane")).ComposePane }));

const nothingBegun = { compose: undefined, patient: undefined };

/** The task inbox: the list, and beside it the conversation that is open. */
export function InboxPage() {
  const t = useText();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/ready/inbox" });
  const { data: counts } = useCountTasksQuery({});
  const filters = useRef<HTMLElement>(null);
  const { tab = "new", conversation, compose, patient, ...question } = search;
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
      <BeginButtons search={search} />
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
          onOpen={(id) => go({ conversation: id, ...nothingBegun })}
          open={conversation}
          question={{ ...question, tab }}
        />
      </Tabs>
    </div>
  );
  return (
    <MasterDetail
      detail={
        compose ? (
          <Suspense fallback={<Spinner />}>
            <ComposePane compose={compose} onPatient={(id) => go({ patient: id })} patientId={patient} />
          </Suspense>
        ) : conversation ? (
          <ConversationPane
            conversationId={conversation}
            key={conversation}
            onOpen={(id) => go({ conversation: id })}
          />
        ) : undefined
      }
      detailKey={compose ?? conversation}
      detailLabel={t("inbox.detail")}
      fill
      list={list}
      listLabel={t("inbox.title")}
      // The place in the list is found again by the focus that returns to it.
      onBack={() =>
        void navigate({
          to: "/inbox",
          search: inboxSearch({ ...search, conversation: "", ...nothingBegun }),
          resetScroll: false,
        })
      }
      placeholder={<p className={styles.none}>{t("inbox.choose")}</p>}
    />
  );
}
