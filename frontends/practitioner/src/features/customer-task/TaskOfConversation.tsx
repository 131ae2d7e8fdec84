import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Card } from "@kajo/shared/ui";
import { useGetCustomerTaskQuery } from "./api";
import { TaskDetails } from "./TaskDetails";

/** The task that a conversation is about: it was not done in time (CON-24). */
export function TaskOfConversation({ customerTaskId }: { readonly customerTaskId: string }) {
  const t = useText();
  return (
    <Card>
      <h3>{t("customerTask.one")}</h3>
      <QueryView query={useGetCustomerTaskQuery({ customerTaskId })}>
        {({ task }) => (task ? <TaskDetails task={task} /> : null)}
      </QueryView>
    </Card>
  );
}
