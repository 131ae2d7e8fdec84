import { Due, TaskTitle } from "@kajo/shared/customer-task";
import { dateTimeText, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import type { CustomerTaskJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "../inbox/InboxPage.module.css";

/** A task in a list: what it is called, and until when; of one that is over, what became of it. */
export function TaskRow({ task }: { readonly task: CustomerTaskJson }) {
  const language = useLanguage();
  const { finishedAt } = task;
  return (
    <li>
      <Link className={styles.row} params={{ taskId: task.customerTaskId ?? "" }} to="/task/$taskId">
        <span className={styles.topic}>
          <TaskTitle task={task} />
        </span>
        <span className={styles.tags}>
          <TaskTag task={task} />
        </span>
        <span className={styles.where}>
          <LocalizedLine texts={[task.queueName]} />
        </span>
        <span className={styles.time}>
          {finishedAt ? dateTimeText(language, new Date(finishedAt)) : <Due task={task} />}
        </span>
      </Link>
    </li>
  );
}

/** What became of a task; of one that is open, that it is one. */
export function TaskTag({ task: { state, finishedAt } }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  if (!finishedAt) return <StatusTag tone="info">{t("task.one")}</StatusTag>;
  const isWithdrawn = state === "CUSTOMER_TASK_STATE_WITHDRAWN";
  return <StatusTag>{t(isWithdrawn ? "customerTask.state.withdrawn" : "customerTask.state.done")}</StatusTag>;
}
