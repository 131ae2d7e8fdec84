import { PageFailed } from "@kajo/shared/errors";
import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { ReplyBox, Thread, useGetConversationQuery, useReadMarker } from "@kajo/shared/thread";
import { Banner, Card, Spinner, Stack } from "@kajo/shared/ui";
import { useRef } from "react";
import { Actions } from "./Actions";
import styles from "./ConversationPane.module.css";
import { usePaneFocus } from "./use-pane-focus";

export interface ConversationPaneProps {
  readonly conversationId: string;
  readonly onOpen: (conversationId: string) => void;
}

/** One conversation beside the list. */
export function ConversationPane({ conversationId, onOpen }: ConversationPaneProps) {
  const { data: session } = useGetSessionQuery();
  const { data, error, refetch } = useGetConversationQuery({ conversationId });
  const personId = session?.user.personId ?? "";
  const conversation = data?.conversation;
  useReadMarker(conversation, personId);
  if (!conversation) {
    return (
      <div className={styles.waiting}>
        {error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Spinner />}
      </div>
    );
  }
  return <Conversation conversation={conversation} onOpen={onOpen} personId={personId} />;
}

interface ConversationProps extends Pick<ConversationPaneProps, "onOpen"> {
  readonly conversation: ConversationJson;
  readonly personId: string;
}

/** What it is about and what can be done, the thread, and the answer of whoever owns it. */
function Conversation({ conversation, personId, onOpen }: ConversationProps) {
  const language = useLanguage();
  const pane = useRef<HTMLElement>(null);
  const heading = usePaneFocus(pane, conversation);
  const resident = conversation.participants?.find((each) => each.kind === "PARTICIPANT_KIND_RESIDENT");
  const reply = () => {
    const area = pane.current?.querySelector<HTMLTextAreaElement>("textarea[name=reply]");
    area?.form?.scrollIntoView({ block: "nearest" });
    area?.focus();
  };
  return (
    <article className={styles.pane} ref={pane}>
      <div className={styles.head}>
        <header>
          <h2 className={styles.heading} ref={heading} tabIndex={-1}>
            {conversation.topic}
          </h2>
          <p className={styles.over}>
            {dotted(
              resident?.displayName,
              localized(language, conversation.categoryName),
              localized(language, conversation.subcategoryName),
            )}
          </p>
        </header>
        <Actions conversation={conversation} onOpen={onOpen} onReply={reply} />
      </div>
      <Stack gap="m">
        <State conversation={conversation} personId={personId} />
        <Thread conversation={conversation} personId={personId} />
        {conversation.permissions?.write ? (
          <Card>
            <ReplyBox conversationId={conversation.conversationId ?? ""} />
          </Card>
        ) : null}
      </Stack>
    </article>
  );
}

/** Who has it; why one cannot write. */
function State({ conversation, personId }: { readonly conversation: ConversationJson; readonly personId: string }) {
  const t = useText();
  const owner = conversation.participants?.find((each) => each.owner);
  switch (conversation.state) {
    case "CONVERSATION_STATE_QUEUED":
      return <Banner tone="info">{t("conversation.state.queued")}</Banner>;
    case "CONVERSATION_STATE_ENDED":
      return <Banner tone="info">{t("conversation.state.ended")}</Banner>;
    default:
      return owner && owner.personId !== personId ? (
        <Banner announce="polite" tone="warning">
          {t("conversation.state.other", { name: owner.displayName ?? "" })}
        </Banner>
      ) : (
        <Banner tone="success">{t("conversation.state.own")}</Banner>
      );
  }
}
