import { dateTimeText, dayText, useLanguage, useText } from "../i18n";
import type { CustomerTaskJson } from "../rpc";
import { StatusTag } from "../ui";
import styles from "./Due.module.css";
import { endsAtTime, timeLeft } from "./time-left";

/** Until when a task is to be done and, as long as it is not, how long that is from now or how late it is. */
export function Due({ task }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  const language = useLanguage();
  const left = timeLeft(task);
  if (!left) return <span>{t("customerTask.due.soon")}</span>;
  const until = endsAtTime(task) ? dateTimeText(language, new Date(task.dueAt ?? "")) : dayText(language, left.last);
  return (
    <span className={styles.due}>
      <span>{until}</span>
      {task.finishedAt ? null : <Left days={left.days} isLate={left.isLate} />}
    </span>
  );
}

function Left({ isLate, days }: { readonly isLate: boolean; readonly days: number }) {
  const t = useText();
  if (isLate) {
    const late = days === 0 ? t("customerTask.late.today") : t("customerTask.late.days", { n: days });
    return <StatusTag tone="danger">{late}</StatusTag>;
  }
  const left = days === 0 ? t("customerTask.left.today") : t("customerTask.left.days", { n: days });
  return <StatusTag tone={days <= 1 ? "warning" : "info"}>{left}</StatusTag>;
}
