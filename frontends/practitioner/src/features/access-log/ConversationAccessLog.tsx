import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Dialog } from "@kajo/shared/ui";
import { AccessLog } from "./AccessLog";
import {
  useListConversationAccessInfiniteQuery,
  useShowMessageAccessMutation,
  useWithholdMessageAccessMutation,
} from "./api";

export interface ConversationAccessLogProps {
  readonly conversationId: string;
  /** Whose conversation it is. */
  readonly residentName: string;
  readonly onClose: () => void;
}

/** Who has opened a conversation and the files in it. */
export function ConversationAccessLog({ conversationId, residentName, onClose }: ConversationAccessLogProps) {
  const t = useText();
  const intent = useIntent();
  const query = useListConversationAccessInfiniteQuery(conversationId);
  const [withhold] = useWithholdMessageAccessMutation();
  const [show] = useShowMessageAccessMutation();
  return (
    <Dialog isOpen onClose={onClose} title={t("accessLog.title")} wide>
      <p>{t("accessLog.text")}</p>
      <AccessLog
        {...fromPages(query, (page) => page.entries)}
        onShow={async (entryId) => {
          const request = { conversationId, entryId };
          const { error } = await show({ request, idempotencyKey: intent.keyFor(request) });
          if (!error) intent.settle();
          return error;
        }}
        onWithhold={async (decided) => {
          const request = { conversationId, ...decided };
          const { error } = await withhold({ request, idempotencyKey: intent.keyFor(request) });
          if (!error) intent.settle();
          return error;
        }}
        representedName={residentName}
      />
    </Dialog>
  );
}
