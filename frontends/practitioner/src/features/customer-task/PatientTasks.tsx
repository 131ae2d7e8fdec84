import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Card, Skeleton, Spinner } from "@kajo/shared/ui";
import { ListTodo } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useInPlace } from "../editing/use-in-place";
import { useListCustomerTasksOfPatientInfiniteQuery } from "./api";
import styles from "./TaskCard.module.css";
import { TaskDetails } from "./TaskDetails";

const ActivateTask = lazy(async () => ({ default: (await import("./ActivateTask")).ActivateTask }));

interface PatientTasksProps {
  readonly patientId: string;
  /** The patient consents. */
  readonly mayBeGiven: boolean;
}

/** What a patient was given to do, and a further task for them (CON-23). */
export function PatientTasks({ patientId, mayBeGiven }: PatientTasksProps) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  const [isFinishedShown, setFinishedShown] = useState(false);
  return (
    <Card>
      <h3>{t("customerTask.title")}</h3>
      <Tasks finished={false} patientId={patientId} />
      {isFinishedShown ? (
        <>
          <h4>{t("customerTask.finished")}</h4>
          <Tasks finished patientId={patientId} />
        </>
      ) : (
        <div>
          <Button kind="quiet" onPress={() => setFinishedShown(true)} small>
            {t("customerTask.finished.show")}
          </Button>
        </div>
      )}
      {mayBeGiven ? null : <Banner tone="warning">{t("customerTask.noConsent")}</Banner>}
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <ActivateTask onClose={close} patientId={patientId} />
        </Suspense>
      ) : null}
      {isOpen || !mayBeGiven ? null : (
        <div>
          <Button onPress={open} ref={button}>
            <ListTodo aria-hidden="true" size={18} /> {t("customerTask.activate")}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface TasksProps {
  readonly patientId: string;
  readonly finished: boolean;
}

function Tasks({ patientId, finished }: TasksProps) {
  const t = useText();
  const query = useListCustomerTasksOfPatientInfiniteQuery({ patientId, finished });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} />;
  const tasks = data.pages.flatMap((page) => page.tasks ?? []);
  if (tasks.length === 0) return <p>{t(finished ? "customerTask.finished.none" : "customerTask.none")}</p>;
  return (
    <>
      <ul aria-label={t(finished ? "customerTask.finished" : "customerTask.open")} className={styles.list}>
        {tasks.map((task) => (
          <li className={styles.task} key={task.customerTaskId}>
            <TaskDetails task={task} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("customerTask.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
