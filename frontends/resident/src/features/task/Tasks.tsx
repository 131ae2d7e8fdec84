import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import styles from "../inbox/InboxPage.module.css";
import { useListMyCustomerTasksInfiniteQuery } from "./api";
import { TaskRow } from "./TaskRow";

interface TasksProps {
  /** Those that are done or were taken back, the newest first; otherwise those that are open, the most urgent first. */
  readonly finished: boolean;
}

/** What professionals and digital paths have given the person to do. */
export function Tasks({ finished }: TasksProps) {
  const t = useText();
  const query = useListMyCustomerTasksInfiniteQuery({ finished });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const tasks = data?.pages.flatMap((page) => page.tasks ?? []) ?? [];
  if (tasks.length === 0) return finished && data ? <p>{t("task.finished.none")}</p> : null;
  return (
    <>
      <ul aria-label={t(finished ? "task.finished" : "task.list")} className={styles.list}>
        {tasks.map((task) => (
          <TaskRow key={task.customerTaskId} task={task} />
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
