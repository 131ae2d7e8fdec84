import { useWritten } from "@kajo/shared/drafts";
import { PartBoundary } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { ReplyBox, Unsent } from "@kajo/shared/thread";
import { Card } from "@kajo/shared/ui";
import { Phrases } from "../phrases/Phrases";
import { isAnonymous } from "./kinds";
import { NoteVisibility } from "./visibility/NoteVisibility";
import { VisibilitySelect } from "./visibility/VisibilitySelect";

/** Below the thread: where whoever may write answers, or writes a note where nobody can be answered (SUR-07). */
export function Reply({ conversation }: { readonly conversation: ConversationJson }) {
  const t = useText();
  const { conversationId = "" } = conversation;
  if (!conversation.permissions?.write) return <Kept conversationId={conversationId} />;
  return (
    <Card>
      <PartBoundary of={conversationId}>
        {isAnonymous(conversation) ? (
          <ReplyBox
            beside={Phrases}
            conversationId={conversationId}
            label={t("anonymousForm.note")}
            visibility={NoteVisibility}
            widest="VISIBILITY_PRACTITIONERS"
          />
        ) : (
          <ReplyBox beside={Phrases} conversationId={conversationId} visibility={VisibilitySelect} />
        )}
      </PartBoundary>
    </Card>
  );
}

/** What was being written when a colleague took it over, or it ended. */
function Kept({ conversationId }: { readonly conversationId: string }) {
  const { written } = useWritten(conversationId);
  return written.text.trim() === "" ? null : <Unsent text={written.text} />;
}
