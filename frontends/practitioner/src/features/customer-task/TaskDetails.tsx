import { Due, instructionOf, TaskTitle } from "@kajo/shared/customer-task";
import { dateTimeText, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import { type CustomerTaskJson, type CustomerTaskStateJson, known, unknownState } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { PathOfTask } from "./PathOfTask";
import { TaskActions } from "./TaskActions";
import styles from "./TaskCard.module.css";

const states = {
  CUSTOMER_TASK_STATE_UNSPECIFIED: ["customerTask.state.activated", "info"],
  CUSTOMER_TASK_STATE_ACTIVATED: ["customerTask.state.activated", "info"],
  CUSTOMER_TASK_STATE_EXPIRED: ["customerTask.state.expired", "warning"],
  CUSTOMER_TASK_STATE_DONE: ["customerTask.state.done", "success"],
  CUSTOMER_TASK_STATE_WITHDRAWN: ["customerTask.state.withdrawn", "neutral"],
} as const satisfies Record<CustomerTaskStateJson, readonly [string, string]>;

/** A task of a patient: how it stands, from which path it comes, until when, who gave it and brought it to its end, and what can be done with it. */
export function TaskDetails({ task }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  const language = useLanguage();
  const [state, tone] = known(states, task.state ?? "CUSTOMER_TASK_STATE_UNSPECIFIED") ?? unknownState;
  const instruction = instructionOf(language, task);
  const at = (time: string | undefined) => (time ? dateTimeText(language, new Date(time)) : "");
  const giver = task.activatedByName || t("customerTask.byPath");
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>
          <TaskTitle task={task} />
        </span>
        <StatusTag tone={tone}>{t(state)}</StatusTag>
      </div>
      {task.pathId ? <PathOfTask pathId={task.pathId} /> : null}
      {instruction.words ? (
        <p className={styles.instruction} lang={instruction.lang}>
          {instruction.words}
        </p>
      ) : null}
      <dl className={styles.due}>
        <dt>{t("customerTask.due")}</dt>
        <dd>
          <Due task={task} />
        </dd>
      </dl>
      <p className={styles.line}>
        <LocalizedLine
          first={t("customerTask.given", { when: at(task.activatedAt), name: giver })}
          texts={[task.queueName]}
        />
      </p>
      {task.finishedAt ? (
        <p className={styles.line}>
          <Finished task={task} when={at(task.finishedAt)} />
        </p>
      ) : null}
      <TaskActions task={task} />
    </>
  );
}

/** Who marked it done or took it back, and when. */
function Finished({ task, when }: { readonly task: CustomerTaskJson; readonly when: string }) {
  const t = useText();
  const name = task.finishedByName ?? "";
  if (task.state === "CUSTOMER_TASK_STATE_WITHDRAWN") {
    return (
      <span>
        {name ? t("customerTask.withdrawnBy", { when, name }) : t("customerTask.withdrawnWithAccount", { when })}
      </span>
    );
  }
  if (task.representativeName) {
    return <span>{t("customerTask.doneOnBehalf", { when, name, representative: task.representativeName })}</span>;
  }
  const byPatient = task.finishedBy === "PARTICIPANT_KIND_RESIDENT";
  return <span>{t(byPatient ? "customerTask.doneByPatient" : "customerTask.doneBy", { when, name })}</span>;
}
