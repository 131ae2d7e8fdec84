import { Due, instructionOf, titleOf } from "@kajo/shared/customer-task";
import { asFailure, PageFailed } from "@kajo/shared/errors";
import { dateTimeText, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { CustomerTaskJson } from "@kajo/shared/rpc";
import {
  Banner,
  Button,
  Card,
  LinkButton,
  PageHeading,
  PageLoading,
  Stack,
  StatusTag,
  useToast,
} from "@kajo/shared/ui";
import { Link, useParams } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { PublishedContent } from "../content/PublishedContent";
import { useGetMyCustomerTaskQuery, useMarkMyCustomerTaskDoneMutation } from "./api";
import styles from "./TaskPage.module.css";

/** What a professional or a digital path has given the person to do, until when, and what became of it (CON-22). */
export function TaskPage() {
  const t = useText();
  const language = useLanguage();
  const { taskId = "" } = useParams({ strict: false });
  const { data, error, refetch } = useGetMyCustomerTaskQuery({ customerTaskId: taskId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const task = data?.task?.customerTaskId === taskId && !isHidden ? data.task : undefined;
  if (error && !task) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!task) return <PageLoading />;
  const title = titleOf(language, task);
  const instruction = instructionOf(language, task);
  return (
    <Stack gap="l" width="text">
      <PageHeading lang={title.lang} over={<Link to="/">{t("nav.home")}</Link>}>
        {title.words || t("task.one")}
      </PageHeading>
      <State task={task} />
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>{t("task.given")}</dt>
            <dd>
              <Given task={task} />
            </dd>
          </div>
          <div>
            <dt>{t("task.due")}</dt>
            <dd>
              <Due task={task} />
            </dd>
          </div>
          <div>
            <dt>{t("task.service")}</dt>
            <dd>
              <LocalizedLine texts={[task.queueName]} />
            </dd>
          </div>
        </dl>
        <h2>{t("task.instruction")}</h2>
        <p className={styles.instruction} lang={instruction.lang}>
          {instruction.words || t("task.instruction.none")}
        </p>
        {task.contentId ? <PublishedContent id={task.contentId} /> : null}
        {task.mayMarkDone ? <MarkDone taskId={taskId} /> : null}
      </Card>
    </Stack>
  );
}

function Given({ task }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  const language = useLanguage();
  const at = task.activatedAt ? dateTimeText(language, new Date(task.activatedAt)) : "";
  return <span>{[at, task.activatedByName || t("customerTask.byPath")].filter(Boolean).join(", ")}</span>;
}

/** What became of it, and what else there is to know before one does it. */
function State({ task }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  const language = useLanguage();
  const when = task.finishedAt ? dateTimeText(language, new Date(task.finishedAt)) : "";
  const name = task.representativeName || task.finishedByName || "";
  const conversation = task.conversationId ? (
    <LinkButton
      kind="secondary"
      params={{ conversationId: task.conversationId }}
      to="/inbox/conversation/$conversationId/messages"
    >
      {t("task.conversation")}
    </LinkButton>
  ) : undefined;
  switch (task.state) {
    case "CUSTOMER_TASK_STATE_DONE":
      return (
        <Banner announce="polite" tone="success">
          {t("task.state.done", { when, name })}
        </Banner>
      );
    case "CUSTOMER_TASK_STATE_WITHDRAWN":
      return (
        <Banner announce="polite" tone="info">
          {t("task.state.withdrawn", { when })}
        </Banner>
      );
    case "CUSTOMER_TASK_STATE_EXPIRED":
      return (
        <Banner action={conversation} announce="polite" tone="warning">
          {t("task.state.expired")}
        </Banner>
      );
    case "CUSTOMER_TASK_STATE_ACTIVATED":
    case "CUSTOMER_TASK_STATE_UNSPECIFIED":
    case undefined:
      return task.mayMarkDone ? null : <Banner tone="info">{t("error.reason.marked_by_professionals")}</Banner>;
    default:
      return (
        <div>
          <StatusTag>{t("unknown.value")}</StatusTag>
        </div>
      );
  }
}

function MarkDone({ taskId }: { readonly taskId: string }) {
  const t = useText();
  const toast = useToast();
  const mark = useDeed(useMarkMyCustomerTaskDoneMutation());
  const press = async () => {
    if (!(await mark.run({ customerTaskId: taskId }))) return;
    toast("success", t("task.done"));
    // The button that was pressed goes.
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
  return (
    <div>
      <Button isPending={mark.isPending} onPress={() => void press()}>
        <Check aria-hidden="true" size={18} /> {t("task.markDone")}
      </Button>
    </div>
  );
}
