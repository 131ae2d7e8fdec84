import { useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import { Card } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { TaskRow } from "../inbox/TaskRow";
import { useListPatientConversationsInfiniteQuery } from "./api";

/** The conversations with or about a patient that the professional may read (CON-21). */
export function PatientConversations({ patientId }: { readonly patientId: string }) {
  const t = useText();
  const navigate = useNavigate();
  const query = useListPatientConversationsInfiniteQuery(patientId);
  return (
    <Card>
      <h3>{t("patient.conversations")}</h3>
      <List
        {...fromPages(query, (page) => page.conversations)}
        empty={<p>{t("patient.conversations.none")}</p>}
        itemKey={({ conversationId }) => conversationId ?? ""}
        label={t("patient.conversations")}
        renderItem={(task) => (
          <TaskRow
            isOpen={false}
            onOpen={(conversation) => void navigate({ to: "/inbox", search: { conversation } })}
            tab={undefined}
            task={task}
          />
        )}
      />
    </Card>
  );
}
