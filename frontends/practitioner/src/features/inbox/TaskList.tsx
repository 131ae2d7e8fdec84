import { PageFailed } from "@kajo/shared/errors";
import { dateTimeText, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { TaskJson } from "@kajo/shared/rpc";
import { Button, EmptyState, Skeleton, Stack, StatusTag } from "@kajo/shared/ui";
import { Paperclip } from "lucide-react";
import type { KeyboardEvent } from "react";
import { type TaskQuestion, useListTasksInfiniteQuery } from "./api";
import styles from "./InboxPage.module.css";

export interface TaskListProps {
  readonly question: TaskQuestion;
  /** The conversation that is open. */
  readonly open: string | undefined;
  readonly onOpen: (conversationId: string) => void;
}

export function TaskList({ question, open, onOpen }: TaskListProps) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useListTasksInfiniteQuery(question);
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  const tasks = data?.pages.flatMap((page) => page.tasks ?? []);
  if (tasks === undefined) return <Skeleton rows={6} />;
  if (tasks.length === 0) {
    const filtered = question.search || question.queue || question.unread;
    return (
      <EmptyState title={t(filtered ? "inbox.empty.filtered" : "inbox.empty.title")}>
        {t("inbox.empty.text")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="m">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move between the buttons in it */}
      <ul aria-label={t("inbox.list")} className={styles.list} onKeyDown={moveByArrows}>
        {tasks.map((task) => (
          <li key={task.conversationId}>
            <TaskRow isOpen={task.conversationId === open} onOpen={onOpen} task={task} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

/** Up and down go from task to task; Enter and Space open, as buttons do. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button[data-task]")];
  const next = rows[rows.indexOf(document.activeElement as HTMLButtonElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface TaskRowProps {
  readonly task: TaskJson;
  readonly isOpen: boolean;
  readonly onOpen: (conversationId: string) => void;
}

function TaskRow({ task, isOpen, onOpen }: TaskRowProps) {
  const t = useText();
  const language = useLanguage();
  const unread = task.unread ?? 0;
  return (
    <button
      aria-current={isOpen || undefined}
      className={styles.task}
      data-task={task.conversationId}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(task.conversationId ?? "")}
      type="button"
    >
      <span className={styles.topic}>{task.topic}</span>
      <time className={styles.quiet} dateTime={task.lastActivityAt}>
        {task.lastActivityAt ? dateTimeText(language, new Date(task.lastActivityAt)) : ""}
      </time>
      <span className={styles.quiet}>{dotted(task.residentName, localized(language, task.subcategoryName))}</span>
      <span className={styles.tags}>
        {task.hasAttachments ? <Paperclip aria-label={t("inbox.attachments")} role="img" size={16} /> : null}
        {task.kind === "CONVERSATION_KIND_CONSULTATION" ? (
          <StatusTag tone="info">{t("inbox.consultation")}</StatusTag>
        ) : null}
        {unread > 0 ? <StatusTag tone="info">{t("inbox.unread", { n: unread })}</StatusTag> : null}
        {task.ownerName ? <StatusTag>{task.ownerName}</StatusTag> : null}
      </span>
    </button>
  );
}
