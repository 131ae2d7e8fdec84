import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { TaskJson } from "@kajo/shared/rpc";
import { Button, EmptyState, Skeleton, VisuallyHidden } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useUndoableMarks } from "../conversation/done/undoable-marks";
import { type TaskQuestion, useListTasksInfiniteQuery } from "./api";
import { type InboxTab, isFiltered } from "./search";
import styles from "./TaskList.module.css";
import { TaskRow } from "./TaskRow";
import { useReadInPlace } from "./use-read-in-place";
import { moveByArrows, useTaskKeys } from "./use-task-keys";

export interface TaskListProps {
  readonly question: TaskQuestion;
  /** The conversation that is open. */
  readonly open: string | undefined;
  readonly onOpen: (conversationId: string) => void;
  /** Takes the filters away. */
  readonly onClear: () => void;
}

export function TaskList({ question, onClear, ...list }: TaskListProps) {
  const t = useText();
  const { data, currentData, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useListTasksInfiniteQuery(question);
  const held = useUndoableMarks();
  // What was marked done a moment ago has left the own tasks, though the server learns of it a little later.
  const isLeft = ({ conversationId }: TaskJson) =>
    question.tab === "own" && held.some((mark) => mark.conversationId === conversationId);
  const answered = data?.pages.flatMap((page) => page.tasks ?? []);
  const tasks = useReadInPlace(answered, list.open, question)?.filter((task) => !isLeft(task));
  const filtered = isFiltered(question);
  const more = hasNextPage ? () => void fetchNextPage() : undefined;
  return (
    // What was asked before stays until the answer is there.
    <div aria-busy={currentData === undefined && !error} className={styles.rows}>
      <VisuallyHidden role="status">
        {filtered && currentData ? t("ui.list.count", { n: tasks?.length ?? 0 }) : ""}
      </VisuallyHidden>
      {tasks === undefined ? (
        error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : tasks.length === 0 ? (
        <EmptyState
          action={
            filtered ? (
              <Button kind="secondary" onPress={onClear}>
                {t("inbox.filters.clear")}
              </Button>
            ) : undefined
          }
          title={t(filtered ? "inbox.empty.filtered" : "inbox.empty.title")}
        >
          {filtered ? undefined : t("inbox.empty.text")}
        </EmptyState>
      ) : (
        <Tasks {...list} more={more} tab={question.tab} tasks={tasks}>
          {isFetchNextPageError && more ? (
            <LoadFailed error={error} onRetry={more} />
          ) : more ? (
            <div className={styles.more}>
              <Button isPending={isFetchingNextPage} kind="secondary" onPress={more}>
                {t("inbox.more")}
              </Button>
            </div>
          ) : null}
        </Tasks>
      )}
    </div>
  );
}

interface TasksProps extends Pick<TaskListProps, "open" | "onOpen"> {
  readonly tab: InboxTab | undefined;
  readonly tasks: readonly TaskJson[];
  readonly more: (() => void) | undefined;
  /** After the last task. */
  readonly children: ReactNode;
}

function Tasks({ tab, tasks, open, onOpen, more, children }: TasksProps) {
  const t = useText();
  const list = useTaskKeys({ tasks, open, onOpen, more });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move between the buttons in it */}
      <ul aria-label={t("inbox.list")} className={styles.list} onKeyDown={moveByArrows} ref={list}>
        {tasks.map((task) => (
          <li key={task.conversationId}>
            <TaskRow isOpen={task.conversationId === open} onOpen={onOpen} tab={tab} task={task} />
          </li>
        ))}
      </ul>
      {children}
    </>
  );
}
